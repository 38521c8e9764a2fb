package dev.wqflush.cli.command;

import java.io.IOException;
import java.util.Set;

/** The words that {@code wqflush explain} knows. */
public final class ExplainedTerms {
    private ExplainedTerms() {}

    /** All of them. */
    public static Set<String> all() throws IOException {
        return ExplainCommand.terms().keySet();
    }
}
