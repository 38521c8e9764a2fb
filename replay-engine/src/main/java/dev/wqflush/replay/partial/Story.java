package dev.wqflush.replay.partial;

import dev.wqflush.replay.verdict.VerdictClass;

/**
 * One thing that partial evidence tells.
 *
 * @param id stable word of the finding
 * @param text sentence without class and grade, without its full stop
 * @param nextStep what to do or record next
 * @param line where its evidence begins
 */
record Story(String id, VerdictClass verdictClass, String text, String nextStep, long line) {}
