/** The text of {@code perf trace}. */
@NullMarked
package dev.wqflush.parsers.perftrace;

import org.jspecify.annotations.NullMarked;
