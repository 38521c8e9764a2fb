@NullMarked
package dev.wqflush.replay.simulate;

import org.jspecify.annotations.NullMarked;
