package dev.wqflush.parsers.api;

/**
 * Passive facts about a format.
 *
 * @param id short name for {@code --format}
 * @param title name for people, as in "expected ftrace text"
 */
public record FormatDescriptor(String id, String title) {}
