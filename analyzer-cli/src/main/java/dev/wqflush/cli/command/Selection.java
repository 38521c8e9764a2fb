package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which flushes are reported. All are replayed, since they lean on each other.
 *
 * @param workqueues a pattern for names of workqueues
 * @param fromNanos the first moment at which a reported flush may begin
 * @param toNanos the last
 */
record Selection(Pattern workqueues, long fromNanos, long toNanos) {
    /** A pattern with {@code *} and {@code ?}. */
    static Pattern glob(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /**
     * The result with the chosen flushes, their walks, and the part of the span.
     *
     * @param pauses of the capture
     * @param naming how the result tells names; the pattern is of names as recorded, or as told
     */
    ReplayResult of(ReplayResult result, List<Pause> pauses, Naming naming) {
        BitSet matching = matching(result.workqueues(), naming);
        List<FlushResult> flushes = new ArrayList<>();
        BitSet numbers = new BitSet();
        for (FlushResult flush : result.flushes()) {
            if (matching.get(flush.workqueue()) && flush.startNanos() >= fromNanos && flush.startNanos() <= toNanos) {
                flushes.add(flush);
                numbers.set(flush.number());
            }
        }
        List<WalkResult> walks = new ArrayList<>();
        for (WalkResult walk : result.walks()) {
            if (numbers.get(walk.flush())) {
                walks.add(walk);
            }
        }
        long first = Math.max(result.firstNanos(), Math.min(fromNanos, result.lastNanos()));
        long last = Math.min(result.lastNanos(), Math.max(toNanos, result.firstNanos()));
        return new ReplayResult(
                result.topology(),
                result.models(),
                result.tracedModel(),
                first,
                last,
                pauses.stream()
                        .mapToLong(pause -> pause.nanosWithin(first, last))
                        .sum(),
                result.evidence(),
                result.workqueues(),
                flushes,
                walks,
                result.findings());
    }

    private BitSet matching(List<WorkqueueResult> workqueues, Naming naming) {
        BitSet matching = new BitSet();
        for (int i = 0; i < workqueues.size(); i++) {
            String told = workqueues.get(i).name();
            matching.set(i, matches(told) || matches(naming.recordedWorkqueue(told)));
        }
        return matching;
    }

    private boolean matches(String name) {
        return workqueues.matcher(name).matches();
    }
}
