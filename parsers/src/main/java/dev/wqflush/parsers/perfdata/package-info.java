/** The binary files of {@code perf record}: {@code perf.data}, in file and in pipe mode. */
@NullMarked
package dev.wqflush.parsers.perfdata;

import org.jspecify.annotations.NullMarked;
