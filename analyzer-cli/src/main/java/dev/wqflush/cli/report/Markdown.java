package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import java.util.List;
import java.util.regex.Pattern;

/** Text and tables as GitHub and CommonMark read them. */
final class Markdown {
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*\\[\\]<>|~&$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])");
    /** What sites make links of, mentions of people and numbers of issues included, even where it is escaped. */
    private static final Pattern LINK_START = Pattern.compile("[@#:](?=[A-Za-z0-9/])|(?i)www(?=\\.)");
    /** Stands between two texts and shows nothing. */
    private static final String BREAK = "<!-- -->";

    private Markdown() {}

    /** The characters themselves, whatever they would mean; on one line. */
    static String text(String text) {
        String printable = Prose.escaped(TraceName.of(text));
        return LINK_START
                .matcher(SPECIAL.matcher(printable).replaceAll("\\\\$0"))
                .replaceAll("$0" + BREAK);
    }

    /** A row of a table. */
    static String row(List<String> cells) {
        return "| " + String.join(" | ", cells.stream().map(Markdown::text).toList()) + " |";
    }
}
