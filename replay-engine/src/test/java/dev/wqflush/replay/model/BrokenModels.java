package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.PwqLayout;

/** Each of these breaks one rule that the flush contract stands on. */
public final class BrokenModels {
    private BrokenModels() {}

    /** Skips idle pwqs as the active list does, but keeps no mirror of the work colour for them. */
    public static WalkModel withoutMirror(PwqLayout layout, int colour) {
        return new ActiveList(layout, colour) {
            @Override
            protected void advanceMirror(int entry) {}
        };
    }

    /** Advances the mirrors when all visits are done, not together with the splice. */
    public static WalkModel mirrorAfterVisits(PwqLayout layout, int colour) {
        return new ActiveList(layout, colour) {
            @Override
            protected void advanceMirror(int entry) {}

            @Override
            protected void end() {
                super.end();
                for (int entry = 0; entry < layout.nodeEntries(); entry++) {
                    super.advanceMirror(entry);
                }
            }
        };
    }

    /** Takes every pwq off the list at its visit, whatever is in flight. */
    public static WalkModel dropsAtEveryVisit(PwqLayout layout, int colour) {
        return new ActiveList(layout, colour) {
            @Override
            protected boolean mayDrop(int pwq) {
                return true;
            }
        };
    }

    /** Keeps the mirror, but a pwq that gets its first item keeps the colour it had. */
    public static WalkModel withoutColourSync(PwqLayout layout, int colour) {
        return new ActiveList(layout, colour) {
            @Override
            protected void syncColour(int pwq, int mirrored) {}
        };
    }

    /** Lets the first flusher go as soon as what is armed so far has ended, though the walk goes on. */
    public static WalkModel withoutBias(PwqLayout layout, int colour) {
        return new LegacyWalk(layout, colour, false) {
            @Override
            protected void biasToFlush() {}

            @Override
            protected boolean dropBias() {
                return false;
            }
        };
    }
}
