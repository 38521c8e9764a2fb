package dev.wqflush.replay.life;

/** What a task does after something of which only the beginning is seen: it was over before. */
final class Sequel {
    /** The task's next own event. */
    Moment next = Moment.NEVER;

    /** The next one at which it cannot still be in the middle of it: preempted, or waiting for a spin lock. */
    Moment latest = Moment.NEVER;

    void see(Moment when, boolean passing) {
        if (!next.isKnown()) {
            next = when;
        }
        if (!passing && !latest.isKnown()) {
            latest = when;
        }
    }
}
