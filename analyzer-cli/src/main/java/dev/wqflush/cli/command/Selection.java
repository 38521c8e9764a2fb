package dev.wqflush.cli.command;

import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
     */
    ReplayResult of(ReplayResult result, List<Pause> pauses) {
        List<FlushResult> flushes =
                result.flushes().stream().filter(flush -> chosen(result, flush)).toList();
        Set<Integer> numbers = flushes.stream().map(FlushResult::number).collect(Collectors.toSet());
        List<WalkResult> walks = new ArrayList<>();
        for (WalkResult walk : result.walks()) {
            if (numbers.contains(walk.flush())) {
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

    private boolean chosen(ReplayResult result, FlushResult flush) {
        return flush.startNanos() >= fromNanos
                && flush.startNanos() <= toNanos
                && workqueues
                        .matcher(result.workqueues().get(flush.workqueue()).name())
                        .matches();
    }
}
