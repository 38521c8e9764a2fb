/** What the numbers of a result rest on: statements that cite the events of the capture, and the rules applied. */
@NullMarked
package dev.wqflush.replay.explain;

import org.jspecify.annotations.NullMarked;
