/** What a trace format has to offer. */
@NullMarked
package dev.wqflush.parsers.api;

import org.jspecify.annotations.NullMarked;
