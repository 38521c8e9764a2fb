package dev.wqflush.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tracks of a {@link PerfettoTrace}: one for the flushes of a task on a workqueue, one for its walks, and one more
 * where slices of a track would overlap (tasks whose number is not known look like one). Numbers are the trace's own: a
 * task that flushes two workqueues is a thread of two processes there.
 */
final class TraceTracks {
    private final Map<Lane, List<Track>> tracks = new LinkedHashMap<>();
    private final List<Track> all = new ArrayList<>();
    private final Map<Track, Long> endNanos = new LinkedHashMap<>();

    /** What is to be placed; those of one kind come in order of their starts. */
    record Slice(int workqueue, String task, int tid, String kind, long startNanos, long endNanos) {}

    /** Where it stands. */
    record Track(int process, int thread, String name) {}

    private record Lane(int workqueue, String task, int tid, String kind) {}

    /** The number of the process that stands for a workqueue. */
    static int process(int workqueue) {
        return workqueue + 1;
    }

    /** The first track of its kind that is free at the slice's start. */
    Track place(Slice slice) {
        List<Track> lane = tracks.computeIfAbsent(
                new Lane(slice.workqueue, slice.task, slice.tid, slice.kind), key -> new ArrayList<>());
        Track track = lane.stream()
                .filter(candidate -> endNanos.getOrDefault(candidate, Long.MIN_VALUE) <= slice.startNanos)
                .findFirst()
                .orElseGet(() -> add(lane, slice));
        endNanos.put(track, slice.endNanos);
        return track;
    }

    private Track add(List<Track> lane, Slice slice) {
        String task = TraceName.printable(slice.task) + (slice.tid < 0 ? "" : "-" + slice.tid);
        Track track = new Track(process(slice.workqueue), all.size() + 1, task + " " + slice.kind);
        lane.add(track);
        all.add(track);
        return track;
    }

    List<Track> all() {
        return List.copyOf(all);
    }

    /** Indices of the workqueues that have a track. */
    Set<Integer> workqueues() {
        Set<Integer> workqueues = new TreeSet<>();
        tracks.keySet().forEach(lane -> workqueues.add(lane.workqueue));
        return workqueues;
    }
}
