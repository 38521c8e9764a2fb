/** Visits and locks to time: always low, base and high, and always with how it is known. */
@NullMarked
package dev.wqflush.replay.cost;

import org.jspecify.annotations.NullMarked;
