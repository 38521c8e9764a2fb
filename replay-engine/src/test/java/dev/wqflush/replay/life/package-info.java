/** Tests of how events become lives. */
@NullMarked
package dev.wqflush.replay.life;

import org.jspecify.annotations.NullMarked;
