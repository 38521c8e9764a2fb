/** Short scripts of events, and what the replay makes of them. */
@NullMarked
package dev.wqflush.replay.life;

import org.jspecify.annotations.NullMarked;
