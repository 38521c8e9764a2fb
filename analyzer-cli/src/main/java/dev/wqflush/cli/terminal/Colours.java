package dev.wqflush.cli.terminal;

/** Marks words for a terminal; without colour every text stays as it is. Marks take no columns. */
public final class Colours {
    private final boolean on;

    /** Colours or plain text. */
    public Colours(boolean on) {
        this.on = on;
    }

    /** Plain text. */
    public static Colours none() {
        return new Colours(false);
    }

    /** As asked for, or else as {@code NO_COLOR} and the device behind standard output say. */
    public static Colours of(When when, Terminal terminal) {
        boolean refused = when == When.AUTO
                && (!terminal.environment().getOrDefault("NO_COLOR", "").isEmpty()
                        || terminal.environment().getOrDefault("TERM", "").equals("dumb"));
        return new Colours(!refused && when.on(terminal.outDevice()));
    }

    /** The class word. */
    public String bold(String text) {
        return mark("1", text);
    }

    /** What the walk costs, and warnings. */
    public String cost(String text) {
        return mark("33", text);
    }

    /** What the active list leaves. */
    public String cure(String text) {
        return mark("34", text);
    }

    private String mark(String code, String text) {
        return on && !text.isBlank() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
