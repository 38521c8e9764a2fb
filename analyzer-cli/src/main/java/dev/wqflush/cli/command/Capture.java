package dev.wqflush.cli.command;

import java.util.List;

/**
 * Files that are analysed as one.
 *
 * @param files in order of time
 * @param pauses between them
 */
record Capture(List<Input> files, List<Pause> pauses) {
    /** A capture in one file. */
    static Capture of(Input file) {
        return new Capture(List.of(file), List.of());
    }

    /** The name by which messages call it. */
    String name() {
        return files.get(0).name() + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
    }
}
