package dev.wqflush.replay.truth;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Replays a capture at several input levels; it is read once. */
final class Replays {
    private Replays() {}

    static SortedMap<Integer, ReplayResult> of(TraceSource source, Topology topology, List<Integer> levels) {
        SortedMap<Integer, Replay> replays = new TreeMap<>();
        SortedMap<Integer, EventSink> sinks = new TreeMap<>();
        for (int level : levels) {
            Replay replay = new Replay();
            replays.put(level, replay);
            sinks.put(level, replay.sink());
        }
        read(source, new InputLevels(sinks));
        SortedMap<Integer, ReplayResult> results = new TreeMap<>();
        replays.forEach((level, replay) -> results.put(level, replay.finish(topology)));
        return results;
    }

    /** Replays a capture as it is. */
    static ReplayResult of(TraceSource source, Topology topology) {
        Replay replay = new Replay();
        read(source, replay.sink());
        return replay.finish(topology);
    }

    static void read(TraceSource source, EventSink sink) {
        try (TraceReader reader = TraceFormats.open(source)) {
            reader.read(sink);
        }
    }
}
