package dev.wqflush.parsers;

import dev.wqflush.parsers.api.Head;

/** Says what an input looks like that no format knows. */
final class ForeignContent {
    private ForeignContent() {}

    static String describe(Head head, String name) {
        if (head.from() == head.to()) {
            return "empty, 0 bytes; the transfer may have failed. Ask for the file again.";
        }
        return "not a trace.";
    }
}
