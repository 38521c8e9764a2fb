package dev.wqflush.replay.life;

import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.CpuSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Feeds one model with the items and walks of a workqueue, the items' uncertain moments at one end of their windows. A
 * walk happens at its start, but what stands behind a pool lock that the walker waits for is visited when it gets that
 * lock (rule R5).
 */
class ViewReplay {
    /** Which end of the windows. */
    enum View {
        /** Queued late, released early: fewest pwqs listed. */
        LOW,
        /** Each moment where it most likely is. */
        VALUE,
        /** Queued early, released late: most pwqs listed. */
        HIGH
    }

    /** What a walk did. */
    record Tally(long visits, long poolLocks, long nodeLocks, long armed, long kept, long dropped, long dirty) {
        static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0);

        /** Of the walk that a model has just done. */
        static Tally of(WalkModel model) {
            return new Tally(
                    model.visits(),
                    model.poolLocks(),
                    model.nodeLocks(),
                    model.armed(),
                    model.kept(),
                    model.dropped(),
                    model.dirty());
        }

        static Tally sum(List<Tally> tallies) {
            return tallies.stream().reduce(NONE, Tally::plus);
        }

        Tally plus(Tally o) {
            return new Tally(
                    visits + o.visits,
                    poolLocks + o.poolLocks,
                    nodeLocks + o.nodeLocks,
                    armed + o.armed,
                    kept + o.kept,
                    dropped + o.dropped,
                    dirty + o.dirty);
        }
    }

    /** In place of pwq and colour: not in flight. */
    private static final int GONE = -1;

    private final WalkModel model;
    final FlushReconstruction.PwqOf pwqOf;
    final Timeline timeline;
    private final CpuSet queuing;

    /** By item, the pwq and the colour that it is in flight with, or {@link #GONE}. */
    private final int[] inFlight;

    private final List<Tally> tallies;
    private int underWay = -1;
    private int pausesDone;

    ViewReplay(WalkModel model, FlushReconstruction.PwqOf pwqOf, Timeline timeline, CpuSet queuing) {
        this.model = model;
        this.pwqOf = pwqOf;
        this.timeline = timeline;
        this.queuing = queuing;
        this.inFlight = new int[timeline.items.size()];
        Arrays.fill(inFlight, GONE);
        this.tallies = new ArrayList<>(timeline.walks.size());
    }

    /** One tally per walk, in the walks' order. */
    List<Tally> run() {
        for (int step = 0; step < timeline.size(); step++) {
            int index = timeline.index(step);
            switch (timeline.kind(step)) {
                case RELEASE -> release(index);
                case QUEUE -> queue(index);
                case WALK -> begin(index);
                case RESUME -> resume(index);
            }
        }
        finish();
        return tallies;
    }

    void queue(int item) {
        int pwq = pwqOf.pwq(timeline.items.get(item), model.layout());
        inFlight[item] = pwq * Colours.COUNT + model.queue(pwq);
    }

    void release(int item) {
        int as = inFlight[item];
        if (as != GONE) {
            inFlight[item] = GONE;
            model.release(as / Colours.COUNT, as % Colours.COUNT);
        }
    }

    /** The colour of an item in flight. */
    final int colour(int item) {
        return inFlight[item] % Colours.COUNT;
    }

    void begin(int walk) {
        finish();
        underWay = walk;
        pausesDone = 0;
        ReconstructedWalk w = timeline.walks.get(walk);
        if (w.listUnknown) {
            doWhatIsUnseen();
        }
        beginWalk(walk);
        model.beginWalk(w.flushColour, w.workColour);
        visitToPause();
    }

    /** A walk begins that is one of those seen. */
    void beginWalk(int walk) {}

    /** Any CPU that can queue may have done so, or a walk may have taken off what is idle. */
    void doWhatIsUnseen() {
        if (timeline.view == View.HIGH) {
            for (int cpu : queuing.toArray()) {
                int pwq = model.layout().pwqOf(cpu);
                model.release(pwq, model.queue(pwq));
            }
        } else if (timeline.view == View.LOW) {
            model.walk(Colours.NONE, Colours.NONE);
        }
    }

    private void resume(int walk) {
        if (walk == underWay) {
            pausesDone++;
            model.visitNext();
            visitToPause();
        }
    }

    private void visitToPause() {
        List<ReconstructedWalk.Pause> pauses = timeline.walks.get(underWay).pauses;
        int pausedPool = pausesDone < pauses.size() ? pauses.get(pausesDone).pool() : -1;
        int pool = model.nextPool();
        while (pool >= 0 && (pausedPool < 0 || pool != pausedPool)) {
            model.visitNext();
            pool = model.nextPool();
        }
        if (pool < 0) {
            finish();
        }
    }

    /** Ends the walk under way, if there is one. */
    void finish() {
        if (underWay < 0) {
            return;
        }
        while (model.visitNext()) {}
        model.endWalk();
        tallies.add(Tally.of(model));
        underWay = -1;
    }
}
