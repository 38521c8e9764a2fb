package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says what the words of the reports mean. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Tells what a word of the reports means and what to do about it.")
public final class ExplainCommand implements Callable<Integer> {
    private static final String HEADING = "= ";

    private final Terminal terminal;

    @Parameters(
            arity = "0..*",
            paramLabel = "TERM",
            description = "A word of a report; all are listed without one.",
            completionCandidates = Candidates.Terms.class)
    private List<String> words = List.of();

    /** A command that talks to this terminal. */
    public ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Map<String, String> terms = terms();
        String term = String.join(" ", words);
        List<String> lines;
        if (term.isEmpty()) {
            lines = Prose.wrap("", 0, terminal.width(), String.join(", ", terms.keySet()));
        } else {
            String text = terms.get(term);
            if (text == null) {
                throw new BadUsage("explain " + term + ": no such term; "
                        + NearMiss.of(term, terms.keySet())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("`wqflush explain` lists them."));
            }
            lines = Prose.wrap("", 0, terminal.width(), text);
        }
        OutputStream out = new BufferedOutputStream(terminal.out());
        out.write((String.join("\n", lines) + "\n").getBytes(terminal.charset()));
        out.flush();
        return ExitCode.DONE.code();
    }

    /** Every term with its text; in the resource a line with the term stands before the line with its text. */
    static Map<String, String> terms() throws IOException {
        Map<String, String> terms = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        try (InputStream in = Objects.requireNonNull(ExplainCommand.class.getResourceAsStream("terms.txt"))) {
            String term = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith(HEADING)) {
                    term = line.substring(HEADING.length());
                } else {
                    terms.put(term, line);
                }
            }
        }
        return terms;
    }
}
