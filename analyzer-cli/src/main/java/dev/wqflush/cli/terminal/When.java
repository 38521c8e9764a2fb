package dev.wqflush.cli.terminal;

import java.util.Locale;

/** When something meant for a terminal is shown. */
public enum When {
    /** On a terminal. */
    AUTO,
    /** Even into a file or a pipe. */
    ALWAYS,
    /** Not at all. */
    NEVER;

    /** Whether it is shown on this device. */
    public boolean on(Terminal.Device device) {
        return this == ALWAYS || (this == AUTO && device == Terminal.Device.TERMINAL);
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
