/** The file {@code trace.dat} that {@code trace-cmd record} writes: versions 6 and 7. */
@NullMarked
package dev.wqflush.parsers.tracedat;

import org.jspecify.annotations.NullMarked;
