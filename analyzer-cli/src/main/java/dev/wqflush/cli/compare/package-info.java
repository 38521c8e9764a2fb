/** A comparison for people and for programs, and the JSON reports that it can be made of. */
@NullMarked
package dev.wqflush.cli.compare;

import org.jspecify.annotations.NullMarked;
