/** What is written for people at a prompt: prose, tables, colours, progress. */
@NullMarked
package dev.wqflush.cli.terminal;

import org.jspecify.annotations.NullMarked;
