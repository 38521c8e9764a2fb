package dev.wqflush.cli.report;

/**
 * A line of a capture that an explanation cites.
 *
 * @param file the name of its file, empty where the capture is one file
 * @param number of the line, from 1
 * @param text as the file has it, in Latin-1
 */
public record CitedLine(String file, long number, String text) {}
