/** What a walk visits and locks, one class per flush algorithm. */
@NullMarked
package dev.wqflush.replay.model;

import org.jspecify.annotations.NullMarked;
