/** The text of {@code perf script}. */
@NullMarked
package dev.wqflush.parsers.perfscript;

import org.jspecify.annotations.NullMarked;
