/** How the program is called: its help, its manual page, and what is said of a wrong call. */
@NullMarked
package dev.wqflush.cli.usage;

import org.jspecify.annotations.NullMarked;
