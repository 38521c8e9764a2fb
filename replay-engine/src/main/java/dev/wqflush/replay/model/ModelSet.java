package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.Releases;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
     * @param releases the mainline kernels that run it
     * @param unboundPerCpu whether its kernels have a pwq per possible CPU on unbound workqueues
     * @param visitsAll whether a walk visits every pwq, whatever is in flight
     * @param coalesces whether neighbours of one pool share a lock cycle
     */
    public record Registration(
            String id,
            Releases releases,
            boolean unboundPerCpu,
            boolean visitsAll,
            boolean coalesces,
            Factory factory) {}

    /** The id of the model that a change of the kernel would bring. */
    public static final String ACTIVE_LIST = "active-list";

    private static final Registration TAKEN_IF_UNKNOWN =
            legacy("legacy-v1", KernelChange.PWQ_PER_CPU, KernelChange.COALESCED_LOCKS, true, false);

    private static final List<Registration> ALL = List.of(
            legacy("legacy-v0", null, KernelChange.PWQ_PER_CPU, false, false),
            TAKEN_IF_UNKNOWN,
            legacy("legacy-v2", KernelChange.COALESCED_LOCKS, KernelChange.ACTIVE_LIST, true, true),
            activeList(ACTIVE_LIST, ActiveList::new));

    private ModelSet() {}

    private static Registration legacy(
            String id, @Nullable KernelChange from, KernelChange before, boolean unboundPerCpu, boolean coalesces) {
        return new Registration(
                id,
                new Releases(from, before),
                unboundPerCpu,
                true,
                coalesces,
                (layout, colour) -> new LegacyWalk(layout, colour, coalesces));
    }

    private static Registration activeList(String id, Factory factory) {
        return new Registration(id, new Releases(KernelChange.ACTIVE_LIST, null), true, false, true, factory);
    }

    /** How the active list would count if one of its open questions had the other answer. */
    public static Registration activeListWith(OpenChoice otherwise) {
        return activeList(ACTIVE_LIST + " " + otherwise, (layout, colour) -> new ActiveList(layout, colour, otherwise));
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
     * The model that a mainline kernel of the traced release runs; without a release the one that most kernels in
     * service run.
     */
    public static String tracedModel(Topology topology) {
        KernelRelease kernel = topology.kernel();
        return ALL.stream()
                .filter(registered -> kernel != null && registered.releases().contain(kernel))
                .findFirst()
                .orElse(TAKEN_IF_UNKNOWN)
                .id();
    }
}
