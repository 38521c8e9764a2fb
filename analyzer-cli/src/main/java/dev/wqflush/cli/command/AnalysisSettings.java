package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.whatif.MachineChange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the captures of one run are analysed.
 *
 * @param naming how names are told
 * @param topology what the user said of the machine, null if nothing
 * @param costs what the acts of a walk cost
 * @param shownModels models that the outputs list
 * @param closedLoop whether to find out what the throughput would become
 * @param whatIf on which machine the walks are to be made too, null for none
 * @param lockStats a table of lock contention that bounds the waiting in walks, null for none
 */
record AnalysisSettings(
        CaptureReading reading,
        Naming naming,
        @Nullable Topology topology,
        CostParameters costs,
        Selection selection,
        Set<String> shownModels,
        ExplainOptions explain,
        boolean closedLoop,
        @Nullable MachineChange whatIf,
        @Nullable LockStats lockStats) {
    /** All of a capture at published costs, and nothing that is not always told. */
    static AnalysisSettings usual(CaptureReading reading, @Nullable Topology topology) {
        return new AnalysisSettings(
                reading,
                Naming.AS_RECORDED,
                topology,
                DefaultCosts.published(),
                new SelectionOptions().selection(),
                Set.copyOf(ModelSet.ids()),
                new ExplainOptions(),
                false,
                null,
                null);
    }

    /** The same for other flushes. */
    AnalysisSettings selecting(Selection other) {
        return new AnalysisSettings(
                reading, naming, topology, costs, other, shownModels, explain, closedLoop, whatIf, lockStats);
    }

    /** The same for the verdict alone. */
    AnalysisSettings verdictOnly() {
        return new AnalysisSettings(
                reading, naming, topology, costs, selection, shownModels, new ExplainOptions(), false, null, null);
    }
}
