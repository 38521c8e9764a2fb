/** The protocol alone. */
@NullMarked
package dev.wqflush.replay.protocol;

import org.jspecify.annotations.NullMarked;
