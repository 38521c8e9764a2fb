package dev.wqflush.replay.topology;

/**
 * A kernel release by its leading numbers.
 *
 * @param text as found, such as {@code 6.12.0-amd64}
 */
public record KernelRelease(String text, int major, int minor) {
    /**
     * Reads {@code major.minor} at the start of the text.
     *
     * @throws IllegalArgumentException if it does not begin so
     */
    public static KernelRelease parse(String text) {
        String[] parts = text.strip().split("[.\\-+~ ]", 3);
        if (parts.length < 2) {
            throw new IllegalArgumentException("not a kernel release: " + text);
        }
        try {
            return new KernelRelease(text.strip(), Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a kernel release: " + text, e);
        }
    }

    /**
     * The mainline release before it, of the same major number.
     *
     * @throws IllegalArgumentException if it is the first of that
     */
    public KernelRelease before() {
        return parse(major + "." + (minor - 1));
    }

    /** Whether this is {@code major.minor} or later. */
    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }
}
