package dev.wqflush.cli.command;

import java.util.List;
import java.util.stream.Stream;

/**
 * Files that are analysed as one.
 *
 * @param files traces, in order of time
 * @param pauses between them
 * @param texts logs and tables of the same machine, without which or with which alone it can be
 */
record Capture(List<Input> files, List<Pause> pauses, List<EvidenceText> texts) {
    /** A capture without texts. */
    Capture(List<Input> files, List<Pause> pauses) {
        this(files, pauses, List.of());
    }

    /** A capture in one file. */
    static Capture of(Input file) {
        return new Capture(List.of(file), List.of());
    }

    /** No trace, only texts. */
    static Capture of(List<EvidenceText> texts) {
        return new Capture(List.of(), List.of(), texts);
    }

    /** The same with texts. */
    Capture with(List<EvidenceText> more) {
        return new Capture(files, pauses, more);
    }

    /** All that is read, traces first. */
    List<Input> inputs() {
        return Stream.concat(files.stream(), texts.stream().map(EvidenceText::input))
                .toList();
    }

    /** The name by which messages call it. */
    String name() {
        List<Input> all = inputs();
        return all.get(0).name() + (all.size() == 1 ? "" : " and " + (all.size() - 1) + " more");
    }
}
