package dev.wqflush.replay.life;

import dev.wqflush.replay.life.LossLog.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A set of moments as ranges that do not touch, in order. */
final class Moments {
    private record Range(long from, long to) {}

    private final List<Range> ranges;

    private Moments(List<Range> sorted) {
        ranges = new ArrayList<>();
        for (Range range : sorted) {
            int last = ranges.size() - 1;
            if (last >= 0 && range.from <= ranges.get(last).to) {
                ranges.set(last, new Range(ranges.get(last).from, Math.max(ranges.get(last).to, range.to)));
            } else {
                ranges.add(range);
            }
        }
    }

    static Moments of(List<Gap> gaps) {
        return new Moments(gaps.stream()
                .map(gap -> new Range(gap.from(), gap.to()))
                .sorted(Comparator.comparingLong(Range::from))
                .toList());
    }

    /** With one more range. */
    Moments and(long from, long to) {
        List<Range> all = new ArrayList<>(ranges);
        all.add(new Range(from, to));
        all.sort(Comparator.comparingLong(Range::from));
        return new Moments(all);
    }

    /** Every range prolonged to what a function says of its end. */
    Moments until(LongUnaryOperator end) {
        return new Moments(ranges.stream()
                .map(range -> new Range(range.from, end.applyAsLong(range.to)))
                .toList());
    }

    /** Whether any of them lies between two moments. */
    boolean touch(long from, long to) {
        return next(from) <= to;
    }

    /** The first of them from a moment on; {@link WorkItem#NEVER} if none. */
    long next(long from) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).to < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == ranges.size() ? WorkItem.NEVER : Math.max(from, ranges.get(low).from);
    }
}
