package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.PwqLayout;
import org.eclipse.collections.api.list.primitive.MutableIntList;
import org.eclipse.collections.impl.factory.primitive.IntLists;
import org.jspecify.annotations.Nullable;

/**
 * The active list as reconstructed from its commit message (kernel-model 4): each node entry lists the pwqs that were
 * queued on since a walk last found them idle. Where the message is open, see {@link OpenChoice}.
 */
class ActiveList extends WalkModel {
    private final @Nullable OpenChoice otherwise;
    private final MutableIntList[] lists;
    private final int[] mirror;
    private final boolean[] listed;
    private MutableIntList spliced = IntLists.mutable.empty();
    private MutableIntList keptHere = IntLists.mutable.empty();
    private int node;
    private int next;
    private int lastPool;

    ActiveList(PwqLayout layout, int initialColour) {
        this(layout, initialColour, null);
    }

    /**
     * The list with one question answered otherwise.
     *
     * @param otherwise that question, null for none
     */
    ActiveList(PwqLayout layout, int initialColour, @Nullable OpenChoice otherwise) {
        super(layout, initialColour);
        this.otherwise = otherwise;
        lists = new MutableIntList[layout.nodeEntries()];
        mirror = new int[layout.nodeEntries()];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = IntLists.mutable.empty();
            mirror[i] = initialColour;
        }
        listed = new boolean[layout.size()];
        if (otherwise == OpenChoice.A8) {
            for (int pwq = 0; pwq < layout.size(); pwq++) {
                listed[pwq] = true;
                lists[entryOf(pwq)].add(pwq);
            }
        }
    }

    @Override
    protected void begin() {
        node = -1;
        lastPool = -1;
        nextNode();
    }

    @Override
    public int nextPwq() {
        return next < spliced.size() ? spliced.get(next) : -1;
    }

    @Override
    public boolean visitNext() {
        if (next >= spliced.size()) {
            return false;
        }
        int pwq = spliced.get(next++);
        visits++;
        int pool = layout.pool(pwq);
        if (pool != lastPool) {
            poolLocks++;
            lastPool = pool;
        }
        visit(pwq);
        if (next == spliced.size()) {
            closeNode();
            nextNode();
        }
        return true;
    }

    @Override
    protected void end() {
        spliced = IntLists.mutable.empty();
        next = 0;
    }

    @Override
    protected void beforeQueue(int pwq) {
        if (!listed[pwq]) {
            listed[pwq] = true;
            int entry = entryOf(pwq);
            syncColour(pwq, mirror[entry]);
            lists[entry].add(pwq);
        }
    }

    private int entryOf(int pwq) {
        int entry = layout.nodeEntry(pwq);
        boolean spansNodes = entry == layout.nodeEntries() - 1;
        return spansNodes && otherwise == OpenChoice.A1 ? 0 : entry;
    }

    /** An unlisted pwq missed the walks since it left the list; the mirror knows what they stamped. */
    protected void syncColour(int pwq, int mirrored) {
        stamp(pwq, mirrored);
    }

    /** Whether a visited pwq may leave the list. */
    protected boolean mayDrop(int pwq) {
        return isIdle(pwq);
    }

    private void visit(int pwq) {
        armAndStamp(pwq);
        if (mayDrop(pwq)) {
            listed[pwq] = false;
            dropped++;
        } else {
            keptHere.add(pwq);
            kept++;
        }
    }

    /** Goes to the next node that has something to visit: one lock section a node, taken for empty lists too (A5). */
    private void nextNode() {
        next = 0;
        spliced = IntLists.mutable.empty();
        while (spliced.isEmpty() && ++node < lists.length) {
            boolean skipsEmpty = otherwise == OpenChoice.A5 && workColour() < 0 && lists[node].isEmpty();
            if (skipsEmpty || (otherwise == OpenChoice.A7 && !layout.isOnline(node))) {
                continue;
            }
            nodeLocks++;
            advanceMirror(node);
            spliced = lists[node];
            lists[node] = IntLists.mutable.empty();
            if (otherwise != OpenChoice.A3) {
                lastPool = -1;
            }
        }
    }

    /** Under the node lock, together with the splice: who queues later takes the new colour. */
    protected void advanceMirror(int entry) {
        if (workColour() >= 0) {
            mirror[entry] = workColour();
        }
    }

    /** Puts the kept pwqs back, before those queued meanwhile (A4), in one more lock section (A2). */
    private void closeNode() {
        if (keptHere.notEmpty()) {
            nodeLocks += otherwise == OpenChoice.A2 ? 0 : 1;
            if (otherwise == OpenChoice.A4) {
                lists[node].addAll(keptHere);
            } else {
                keptHere.addAll(lists[node]);
                lists[node] = keptHere;
            }
            keptHere = IntLists.mutable.empty();
        }
    }
}
