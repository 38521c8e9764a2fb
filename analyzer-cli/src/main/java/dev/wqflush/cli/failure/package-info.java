/** What goes wrong: exit codes and the sentences for it. */
@NullMarked
package dev.wqflush.cli.failure;

import org.jspecify.annotations.NullMarked;
