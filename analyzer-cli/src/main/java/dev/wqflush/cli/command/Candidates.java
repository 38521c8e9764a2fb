package dev.wqflush.cli.command;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.verdict.VerdictClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;

/** The fixed values that a shell offers for an option or parameter. */
final class Candidates {
    private Candidates() {}

    /** Ids of models. */
    static final class Models implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ModelSet.ids().iterator();
        }
    }

    /** Names of formats. */
    static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return TraceFormats.all().stream()
                    .map(format -> format.descriptor().id())
                    .iterator();
        }
    }

    /** Classes of verdicts. */
    static final class Classes implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(VerdictClass.values()).map(VerdictClass::word).iterator();
        }
    }

    /** What can be explained, as far as it is one word. */
    static final class Terms implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            try {
                return ExplainCommand.terms().keySet().stream()
                        .filter(term -> !term.contains(" "))
                        .iterator();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
