package dev.wqflush.cli.command;

import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.life.Explainer;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.Words;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which numbers the user wants explained. */
final class ExplainOptions {
    private static final String WALK = "--explain-walk";
    private static final String FLUSH = "--explain-flush";

    @Option(
            names = WALK,
            paramLabel = "N",
            description = {
                "Instead: what the counts of this walk rest on.",
                "Events with their lines, and rules. N as in --walks."
            })
    @Nullable
    Integer walk;

    @Option(
            names = FLUSH,
            paramLabel = "N",
            description = {
                "Instead: what the times of this flush rest on.",
                "Events with their lines, and rules. N as in --flushes."
            })
    @Nullable
    Integer flush;

    boolean given() {
        return walk != null || flush != null;
    }

    /** The option that was given, for messages. */
    String option() {
        return walk != null ? WALK : FLUSH;
    }

    /**
     * The explanations asked for.
     *
     * @throws BadUsage if there is no walk or flush of a number
     */
    Explanations explain(ReplayResult result, Replay replay) {
        Explainer explainer = replay.explainer();
        if (walk != null) {
            check(WALK, walk, result.walks().size(), "walk", "walks");
        }
        if (flush != null) {
            check(FLUSH, flush, result.flushes().size(), "flush", "flushes");
        }
        return new Explanations(
                walk == null ? null : explainer.walk(walk),
                flush == null ? null : explainer.flush(flush),
                replay::placeInFile);
    }

    private static void check(String option, int number, int count, String one, String many) {
        if (number < 1 || number > count) {
            throw new BadUsage(option + " " + number + ": no such " + one + "; "
                    + (count == 0
                            ? "the capture holds none."
                            : "the capture holds " + Words.PLAIN.things(count, one, many) + ", numbered from 1."));
        }
    }
}
