/** The same work under another algorithm: what would come of it. */
@NullMarked
package dev.wqflush.replay.whatif;

import org.jspecify.annotations.NullMarked;
