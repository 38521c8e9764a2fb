/** A declared machine under a declared load, in simulated time: what flushes and walks would take under each model. */
@NullMarked
package dev.wqflush.replay.simulate;

import org.jspecify.annotations.NullMarked;
