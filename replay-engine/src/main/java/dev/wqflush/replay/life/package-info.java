/** Events joined to lives: items from queueing to release, flush calls from entry to return. */
@NullMarked
package dev.wqflush.replay.life;

import org.jspecify.annotations.NullMarked;
