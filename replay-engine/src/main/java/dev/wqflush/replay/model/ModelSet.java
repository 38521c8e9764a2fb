package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The models that run side by side; a further one is one more line here. */
public final class ModelSet {
    /** Makes a model of one workqueue. */
    @FunctionalInterface
    public interface Factory {
        /** A model with nothing in flight at colour {@code colour}. */
        WalkModel create(PwqLayout layout, int colour);
    }

    /**
     * A registered model.
     *
     * @param id word of the outputs
     * @param unboundPerCpu whether its kernels have a pwq per possible CPU on unbound workqueues (6.6 and later)
     * @param visitsAll whether a walk visits every pwq, whatever is in flight
     * @param coalesces whether neighbours of one pool share a lock cycle
     */
    public record Registration(
            String id, boolean unboundPerCpu, boolean visitsAll, boolean coalesces, Factory factory) {}

    /** The id of the model that a change of the kernel would bring. */
    public static final String ACTIVE_LIST = "active-list";

    private static final List<Registration> ALL = List.of(
            legacy("legacy-v0", false, false),
            legacy("legacy-v1", true, false),
            legacy("legacy-v2", true, true),
            new Registration(ACTIVE_LIST, true, false, true, ActiveList::new));

    private ModelSet() {}

    private static Registration legacy(String id, boolean unboundPerCpu, boolean coalesces) {
        return new Registration(
                id, unboundPerCpu, true, coalesces, (layout, colour) -> new LegacyWalk(layout, colour, coalesces));
    }

    /** How the active list would count if one of its open questions had the other answer. */
    public static Registration activeListWith(OpenChoice otherwise) {
        return new Registration(
                ACTIVE_LIST + " " + otherwise,
                true,
                false,
                true,
                (layout, colour) -> new ActiveList(layout, colour, otherwise));
    }

    /** The active list, telling a watcher what it does. */
    public static Factory watchedActiveList(ListWatcher watcher) {
        return (layout, colour) -> new WatchedActiveList(layout, colour, watcher);
    }

    /** The answers to open questions that a model takes, by their ids; empty for the legacy models. */
    public static SortedMap<String, String> options(String model) {
        SortedMap<String, String> options = new TreeMap<>();
        if (model.equals(ACTIVE_LIST)) {
            for (OpenChoice choice : OpenChoice.values()) {
                options.put(choice.name(), choice.taken());
            }
        }
        return options;
    }

    /** All models, in the order of the outputs. */
    public static List<Registration> all() {
        return ALL;
    }

    /** The ids of all models, in the order of the outputs. */
    public static List<String> ids() {
        return ALL.stream().map(Registration::id).toList();
    }

    /**
     * The model of an id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Registration of(String id) {
        return ALL.stream()
                .filter(registered -> registered.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such model: " + id));
    }

    /**
     * The legacy model that a mainline kernel of the traced release runs (kernel-model 7); without a release the one
     * that most kernels in service run.
     */
    public static String tracedModel(Topology topology) {
        KernelRelease kernel = topology.kernel();
        if (kernel == null) {
            return "legacy-v1";
        }
        if (!kernel.atLeast(6, 6)) {
            return "legacy-v0";
        }
        return kernel.atLeast(6, 13) ? "legacy-v2" : "legacy-v1";
    }
}
