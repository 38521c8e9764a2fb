package dev.wqflush.cli.command;

import java.util.regex.Pattern;

/** Words of a command that a user copies into a shell. */
final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[\\w./:=@%+,-]+");

    private Shell() {}

    /** The word, in quotes if a shell would read anything into it. */
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
