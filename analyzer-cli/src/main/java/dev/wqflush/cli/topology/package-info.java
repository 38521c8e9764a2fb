/** Descriptions of the traced machine, read from files that its owner copied. */
@NullMarked
package dev.wqflush.cli.topology;

import org.jspecify.annotations.NullMarked;
