/** Events from the thread that reads to another that replays. */
@NullMarked
package dev.wqflush.parsers.relay;

import org.jspecify.annotations.NullMarked;
