/** The façade: events and a topology in, an immutable result out. */
@NullMarked
package dev.wqflush.replay;

import org.jspecify.annotations.NullMarked;
