/** The JSON of {@code perf data convert}. */
@NullMarked
package dev.wqflush.parsers.perfjson;

import org.jspecify.annotations.NullMarked;
