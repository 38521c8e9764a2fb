/** The vocabulary between readers and the replay: kernel events as calls with primitive arguments. */
@NullMarked
package dev.wqflush.parsers.event;

import org.jspecify.annotations.NullMarked;
