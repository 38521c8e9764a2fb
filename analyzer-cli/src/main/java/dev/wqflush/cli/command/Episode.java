package dev.wqflush.cli.command;

import dev.wqflush.replay.result.FlushResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Flushes of one workqueue that overlap, from the first's entry to the last's return.
 *
 * @param tids of their tasks
 * @param unreturned those of them of which a return is not seen
 */
record Episode(long fromNanos, long toNanos, Set<Integer> tids, Set<Integer> unreturned) {
    /** The episodes of flushes, in order of time. */
    static List<Episode> of(List<FlushResult> flushes) {
        List<Episode> episodes = new ArrayList<>();
        List<FlushResult> open = new ArrayList<>();
        long end = 0;
        for (FlushResult flush : flushes.stream()
                .sorted(Comparator.comparingLong(FlushResult::startNanos))
                .toList()) {
            if (!open.isEmpty() && flush.startNanos() > end) {
                episodes.add(joined(open, end));
                open.clear();
            }
            end = open.isEmpty() ? flush.endNanos() : Math.max(end, flush.endNanos());
            open.add(flush);
        }
        if (!open.isEmpty()) {
            episodes.add(joined(open, end));
        }
        return episodes;
    }

    private static Episode joined(List<FlushResult> flushes, long end) {
        return new Episode(
                flushes.get(0).startNanos(),
                end,
                tids(flushes.stream()),
                tids(flushes.stream().filter(flush -> !flush.endSeen())));
    }

    /** All of them as one, with what lies between; none if there are none. */
    static List<Episode> stretch(List<Episode> episodes) {
        if (episodes.isEmpty()) {
            return episodes;
        }
        return List.of(new Episode(
                episodes.get(0).fromNanos,
                episodes.stream().mapToLong(Episode::toNanos).max().orElseThrow(),
                all(episodes, Episode::tids),
                all(episodes, Episode::unreturned)));
    }

    private static Set<Integer> all(List<Episode> episodes, Function<Episode, Set<Integer>> tids) {
        return episodes.stream().map(tids).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static Set<Integer> tids(Stream<FlushResult> flushes) {
        return flushes.map(FlushResult::tid).collect(Collectors.toSet());
    }

    /** How long it lasts. */
    long nanos() {
        return toNanos - fromNanos;
    }

    /** Whether a moment lies in it. */
    boolean holds(long nanos) {
        return fromNanos <= nanos && nanos <= toNanos;
    }
}
