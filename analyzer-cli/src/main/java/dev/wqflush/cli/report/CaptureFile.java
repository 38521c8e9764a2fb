package dev.wqflush.cli.report;

/**
 * One file that was read.
 *
 * @param name as the user typed it, or the member of the archive
 * @param format in words, such as {@code ftrace text}
 * @param bytes its size as it lies on disk
 * @param sha256 of these bytes in hexadecimal, empty if it was not computed
 */
public record CaptureFile(String name, String format, long bytes, String sha256) {}
