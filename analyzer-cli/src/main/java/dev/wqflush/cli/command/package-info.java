/** The commands: arguments to typed options to a call. */
@NullMarked
package dev.wqflush.cli.command;

import org.jspecify.annotations.NullMarked;
