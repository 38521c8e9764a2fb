/** What a simulation gives to others: a capture with its truth, tables and JSON. */
@NullMarked
package dev.wqflush.cli.simulate;

import org.jspecify.annotations.NullMarked;
