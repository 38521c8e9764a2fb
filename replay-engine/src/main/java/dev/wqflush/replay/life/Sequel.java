package dev.wqflush.replay.life;

/**
 * What a task does after something of which only the beginning is seen: it was over before. Where the task was held up
 * meanwhile, it was most likely done in the longest stretch on a CPU.
 */
final class Sequel {
    /** The task's next own event. */
    Moment next = Moment.NEVER;

    /** The next one at which it cannot still be in the middle of it: preempted, or waiting for a spin lock. */
    Moment latest = Moment.NEVER;

    /** When the longest stretch on a CPU began. */
    Moment likely;

    private Moment running;
    private long longestNanos = -1;

    Sequel(Moment began) {
        likely = began;
        running = began;
    }

    void see(Moment when, boolean passing) {
        if (!next.isKnown()) {
            next = when;
        }
        if (latest.isKnown()) {
            return;
        }
        long nanos = when.nanos() - running.nanos();
        if (nanos > longestNanos) {
            longestNanos = nanos;
            likely = running;
        }
        if (!passing) {
            latest = when;
        }
    }

    /** The task runs again. */
    void resume(Moment when) {
        running = when;
    }
}
