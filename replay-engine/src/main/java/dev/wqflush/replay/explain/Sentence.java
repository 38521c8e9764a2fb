package dev.wqflush.replay.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Text with citations between its parts: {@code texts} has one entry more than {@code citations}. Where in the files an
 * event stands is not known to the replay, so who prints the text says that.
 */
public record Sentence(List<String> texts, List<Citation> citations) {
    /** Freezes the lists. */
    public Sentence {
        texts = List.copyOf(texts);
        citations = List.copyOf(citations);
    }

    /** A text without citations. */
    public static Sentence of(String text) {
        return new Sentence(List.of(text), List.of());
    }

    /** The whole text, each citation replaced by its place. */
    public String text(Function<Citation, String> place) {
        StringBuilder text = new StringBuilder(texts.get(0));
        for (int i = 0; i < citations.size(); i++) {
            text.append(place.apply(citations.get(i))).append(texts.get(i + 1));
        }
        return text.toString();
    }

    /** Puts a sentence together. */
    public static final class Writer {
        private final List<String> texts = new ArrayList<>();
        private final List<Citation> citations = new ArrayList<>();
        private StringBuilder text = new StringBuilder();

        /** Goes on with text; returns this. */
        public Writer say(String more) {
            text.append(more);
            return this;
        }

        /** Goes on with an event; returns this. */
        public Writer cite(Citation citation) {
            texts.add(text.toString());
            citations.add(citation);
            text = new StringBuilder();
            return this;
        }

        /** Goes on with another sentence; returns this. */
        public Writer say(Sentence more) {
            for (int i = 0; i < more.citations.size(); i++) {
                say(more.texts.get(i)).cite(more.citations.get(i));
            }
            return say(more.texts.get(more.citations.size()));
        }

        /** The sentence as far as it goes. */
        public Sentence done() {
            List<String> all = new ArrayList<>(texts);
            all.add(text.toString());
            return new Sentence(all, citations);
        }
    }
}
