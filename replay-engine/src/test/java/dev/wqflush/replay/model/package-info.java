/** Models broken on purpose, which the tests have to catch; here because they extend what the package hides. */
@NullMarked
package dev.wqflush.replay.model;

import org.jspecify.annotations.NullMarked;
