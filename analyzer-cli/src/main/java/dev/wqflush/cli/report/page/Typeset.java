package dev.wqflush.cli.report.page;

import dev.wqflush.cli.report.TraceName;
import java.util.regex.Pattern;

/** Text of the prompt and of the trace as it stands on the page. */
public final class Typeset {
    private static final Pattern BEFORE_UNIT = Pattern.compile("(?<=\\d)[ \u00a0](?=(?:ns|us|ms|s|%)(?!\\w))");
    private static final Pattern MICROS = Pattern.compile("(?<=\\d\u00a0)us(?!\\w)");
    private static final Pattern ISOLATES = Pattern.compile("[\u2066-\u2069]");
    /** Controls that XML forbids or that turn the direction of what follows, and halves of characters. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cc}\u200e\u200f\u061c\u202a-\u202e\ufffe\uffff\\x{D800}-\\x{DFFF}&&[^\t\n]]");

    private static final char ISOLATE = '\u2068';
    private static final char END_OF_ISOLATE = '\u2069';

    private Typeset() {}

    /** Text of an assessment: names decoded, no line breaks between number and unit, micro with its letter. */
    static String text(String text) {
        String bound = BEFORE_UNIT.matcher(TraceName.of(text)).replaceAll("\u00a0");
        return MICROS.matcher(bound).replaceAll("\u00b5s");
    }

    /** As {@link #text}, with a full stop. */
    static String sentence(String text) {
        String typeset = text(text);
        return typeset.endsWith(".") ? typeset : typeset + ".";
    }

    /** A name inside a sentence: one written from right to left is kept from turning its surroundings. */
    static String name(String name) {
        String own = ISOLATES.matcher(name).replaceAll("");
        boolean turns = own.codePoints().anyMatch(c -> switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT, Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> true;
            default -> false;
        });
        return turns ? ISOLATE + own + END_OF_ISOLATE : own;
    }

    /** The whole page, with what a reader could not see replaced by the sign for an unknown character. */
    public static String visible(String page) {
        return INVISIBLE.matcher(page).replaceAll("\ufffd");
    }
}
