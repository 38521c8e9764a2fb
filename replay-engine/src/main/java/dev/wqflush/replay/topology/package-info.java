/** Which CPUs, nodes, pools and pwqs the machine has, and how sure that is. */
@NullMarked
package dev.wqflush.replay.topology;

import org.jspecify.annotations.NullMarked;
