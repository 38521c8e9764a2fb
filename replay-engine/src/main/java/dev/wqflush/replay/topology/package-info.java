/** Which CPUs, nodes, pools and pwqs the machine has, which changes its kernel, and how sure that is. */
@NullMarked
package dev.wqflush.replay.topology;

import org.jspecify.annotations.NullMarked;
