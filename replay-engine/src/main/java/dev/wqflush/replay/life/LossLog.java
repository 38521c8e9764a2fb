package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;

/**
 * Where events are missing: told by marks of loss, or betrayed by events that contradict each other. A betrayed loss
 * lies somewhere in its gap; what is marked is dark throughout.
 */
final class LossLog {
    /**
     * Not everything is recorded between two moments.
     *
     * @param nanos time of the event that shows it
     * @param position line number or offset of that event
     */
    record Gap(int cpu, long from, long to, long nanos, long position) {}

    /** Beyond it a capture is beyond repair; memory stays bounded. */
    private static final int MOST_GAPS = 1 << 14;

    /** A trace where one switch in this many contradicts the one before was filtered, not lost. */
    private static final int SWITCHES_PER_BREAK = 4;

    private final List<Gap> dark = new ArrayList<>();
    private final List<Gap> betrayed = new ArrayList<>();
    private final List<Gap> broken = new ArrayList<>();
    private final List<Gap> pauses = new ArrayList<>();
    private long breaks;
    private long switches;
    private long before;

    /** Whatever lies in the gap may be missing. */
    void darken(Gap gap) {
        add(dark, gap);
    }

    /** Another file begins: if events contradict each other across the pause, it explains them. */
    void pause(Gap gap) {
        add(pauses, gap);
    }

    /** Events show that another one must have been in the gap. */
    void betray(Gap gap) {
        add(betrayed, gap);
    }

    /** A CPU runs another task than the one it switched to. */
    void breakChain(Gap gap) {
        breaks++;
        add(broken, gap);
    }

    /** A switch was recorded. */
    void countSwitch() {
        switches++;
    }

    /** By a moment it shows that something went on when the capture began. */
    void showBefore(long moment) {
        before = Math.max(before, moment);
    }

    private static void add(List<Gap> gaps, Gap gap) {
        if (gaps.size() < MOST_GAPS) {
            gaps.add(gap);
        } else {
            Gap last = gaps.remove(gaps.size() - 1);
            gaps.add(new Gap(
                    last.cpu, Math.min(last.from, gap.from), Math.max(last.to, gap.to), last.nanos, last.position));
        }
    }

    /** What is dark, the time until it shows what went on before the capture included. */
    Moments dark() {
        Moments contradicted = Moments.of(contradictions());
        List<Gap> all = new ArrayList<>(dark);
        pauses.stream()
                .filter(pause -> contradicted.touch(pause.from, pause.to))
                .forEach(all::add);
        if (before > 0) {
            all.add(new Gap(-1, 0, before, 0, 0));
        }
        return Moments.of(all);
    }

    /** Contradictions that nothing dark explains. */
    List<Gap> betrayed() {
        List<Gap> all = contradictions();
        Moments marked = Moments.of(dark);
        Moments paused = Moments.of(pauses);
        all.removeIf(gap -> marked.touch(gap.from, gap.to) || paused.touch(gap.from, gap.to));
        return all;
    }

    private List<Gap> contradictions() {
        List<Gap> all = new ArrayList<>(betrayed);
        if (breaks * SWITCHES_PER_BREAK <= switches) {
            all.addAll(broken);
        }
        return all;
    }

    /** Whether the scheduler's switches are recorded. */
    boolean seesSwitches() {
        return switches > 0;
    }
}
