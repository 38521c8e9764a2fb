package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.PwqLayout;
import org.eclipse.collections.api.list.primitive.MutableIntList;
import org.eclipse.collections.impl.factory.primitive.IntLists;

/**
 * The active list as reconstructed from its commit message (kernel-model 4, options A1 to A8 at their defaults): each
 * node entry lists the pwqs that were queued on since a walk last found them idle.
 */
class ActiveList extends WalkModel {
    private final MutableIntList[] lists;
    private final int[] mirror;
    private final boolean[] listed;
    private MutableIntList spliced = IntLists.mutable.empty();
    private MutableIntList keptHere = IntLists.mutable.empty();
    private int node;
    private int next;
    private int lastPool;

    ActiveList(PwqLayout layout, int initialColour) {
        super(layout, initialColour);
        lists = new MutableIntList[layout.nodeEntries()];
        mirror = new int[layout.nodeEntries()];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = IntLists.mutable.empty();
            mirror[i] = initialColour;
        }
        listed = new boolean[layout.size()];
    }

    @Override
    protected void begin() {
        node = -1;
        nextNode();
    }

    @Override
    public int nextPool() {
        return next < spliced.size() ? layout.pool(spliced.get(next)) : -1;
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
            int entry = layout.nodeEntry(pwq);
            syncColour(pwq, mirror[entry]);
            lists[entry].add(pwq);
        }
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
            nodeLocks++;
            advanceMirror(node);
            spliced = lists[node];
            lists[node] = IntLists.mutable.empty();
            lastPool = -1;
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
            nodeLocks++;
            keptHere.addAll(lists[node]);
            lists[node] = keptHere;
            keptHere = IntLists.mutable.empty();
        }
    }
}
