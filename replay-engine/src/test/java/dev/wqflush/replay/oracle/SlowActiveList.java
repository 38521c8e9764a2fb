package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The active list by the words of kernel-model 4, every option at its default. */
final class SlowActiveList extends SlowModel {
    private static final int NO_POOL = -1;

    /** {@code wq_flush_pnode}. */
    private static final class NodeEntry {
        int mirror;
        List<SlowPwq> list = new ArrayList<>();

        NodeEntry(int mirror) {
            this.mirror = mirror;
        }
    }

    private final List<NodeEntry> nodes = new ArrayList<>();
    private final Set<SlowPwq> onList = new HashSet<>();
    private final List<SlowPwq> spliced = new ArrayList<>();
    private final List<SlowPwq> staying = new ArrayList<>();
    private final boolean stepByStep;
    private int node;
    private int lockedPool = NO_POOL;

    /**
     * A workqueue that nobody flushes.
     *
     * @param stepByStep whether each node lock section is a step of its own; otherwise they go with the visit before
     *     them, as in {@code ActiveList}
     */
    SlowActiveList(PwqLayout layout, int colour, boolean stepByStep) {
        super(layout, colour);
        this.stepByStep = stepByStep;
        for (int i = 0; i < layout.nodeEntries(); i++) {
            nodes.add(new NodeEntry(colour));
        }
        node = nodes.size() - 1;
    }

    @Override
    void prepareQueueing(SlowPwq pwq) {
        if (onList.add(pwq)) {
            NodeEntry entry = nodes.get(pwq.nodeEntry);
            pwq.workColour = entry.mirror;
            entry.list.add(pwq);
        }
    }

    @Override
    void begin() {
        node = -1;
        toNextVisit();
    }

    @Override
    public int nextPool() {
        return spliced.isEmpty() ? NO_POOL : spliced.get(0).pool;
    }

    @Override
    public boolean visitNext() {
        if (stepByStep) {
            return step();
        }
        boolean any = !spliced.isEmpty() && step();
        toNextVisit();
        return any;
    }

    private void toNextVisit() {
        while (!stepByStep && spliced.isEmpty() && step()) {
            // Lock sections only.
        }
    }

    private boolean step() {
        if (!spliced.isEmpty()) {
            visitListed(spliced.remove(0));
            return true;
        }
        if (!staying.isEmpty()) {
            putBack();
            return true;
        }
        if (node + 1 < nodes.size()) {
            node++;
            spliceAway();
            return true;
        }
        return false;
    }

    private void spliceAway() {
        nodeLocks++;
        NodeEntry entry = nodes.get(node);
        if (workColour != Colours.NONE) {
            entry.mirror = workColour;
        }
        spliced.addAll(entry.list);
        entry.list.clear();
        lockedPool = NO_POOL;
    }

    private void visitListed(SlowPwq pwq) {
        if (pwq.pool != lockedPool) {
            lockedPool = pwq.pool;
            poolLocks++;
        }
        visit(pwq);
        if (pwq.isIdle()) {
            onList.remove(pwq);
            dropped++;
        } else {
            staying.add(pwq);
            kept++;
        }
    }

    private void putBack() {
        nodeLocks++;
        nodes.get(node).list.addAll(0, staying);
        staying.clear();
    }
}
