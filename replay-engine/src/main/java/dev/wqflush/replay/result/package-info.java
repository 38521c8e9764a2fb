/** What a replay found, frozen: walks, flushes, workqueues, findings. */
@NullMarked
package dev.wqflush.replay.result;

import org.jspecify.annotations.NullMarked;
