package dev.wqflush.replay.oracle;

import java.util.function.LongConsumer;

/**
 * Runs a check on seeds 1 to n, or on the one of {@code -Doracle.seed}; {@code -Doracle.times=100} runs a hundred times
 * as many. A failure names its seed and the command that repeats it.
 */
final class Seeds {
    private Seeds() {}

    static void forEach(Class<?> test, int count, LongConsumer check) {
        Long only = Long.getLong("oracle.seed");
        long from = only == null ? 1 : only;
        long to = only == null ? (long) count * Integer.getInteger("oracle.times", 1) : only;
        for (long seed = from; seed <= to; seed++) {
            try {
                check.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ": " + e.getMessage()
                                + "\nrepeat with: mvn -o -pl sample-traces,parsers,replay-engine"
                                + " test -Dsurefire.failIfNoSpecifiedTests=false -Dtest=" + test.getSimpleName()
                                + " -Doracle.seed=" + seed,
                        e);
            }
        }
    }
}
