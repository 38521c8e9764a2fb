/** What recorded tracepoints say: records laid out as the kernel's own {@code format} texts describe them. */
@NullMarked
package dev.wqflush.parsers.tracepoint;

import org.jspecify.annotations.NullMarked;
