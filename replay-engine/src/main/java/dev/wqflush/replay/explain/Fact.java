package dev.wqflush.replay.explain;

/**
 * One thing that an explanation says.
 *
 * @param label what it is about, in a word
 * @param sentence with the events it rests on and, in brackets, the rules by which they decide it
 */
public record Fact(String label, Sentence sentence) {}
