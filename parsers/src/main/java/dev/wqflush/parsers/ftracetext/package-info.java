/** The text of {@code trace}, {@code trace_pipe} and {@code trace-cmd report}. */
@NullMarked
package dev.wqflush.parsers.ftracetext;

import org.jspecify.annotations.NullMarked;
