/** The coloured flush that all models share: who holds which colour, who waits, when a walk happens. */
@NullMarked
package dev.wqflush.replay.protocol;

import org.jspecify.annotations.NullMarked;
