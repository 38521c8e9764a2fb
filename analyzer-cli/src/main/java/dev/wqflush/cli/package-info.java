/** The program: its entry and the list of its commands. */
@NullMarked
package dev.wqflush.cli;

import org.jspecify.annotations.NullMarked;
