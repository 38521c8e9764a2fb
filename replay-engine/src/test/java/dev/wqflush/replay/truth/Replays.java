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
import java.util.function.Function;
import java.util.function.Supplier;

/** Replays a capture at several input levels; it is read once. */
final class Replays {
    private Replays() {}

    static SortedMap<Integer, ReplayResult> of(TraceSource source, Topology topology, List<Integer> levels) {
        SortedMap<Integer, ReplayResult> results = new TreeMap<>();
        read(source, levels, Replay::new, Replay::sink)
                .forEach((level, replay) -> results.put(level, replay.finish(topology)));
        return results;
    }

    /** Reads a capture once for one reader of each level. */
    static <T> SortedMap<Integer, T> read(
            TraceSource source, List<Integer> levels, Supplier<T> readers, Function<T, EventSink> sink) {
        SortedMap<Integer, T> made = new TreeMap<>();
        SortedMap<Integer, EventSink> sinks = new TreeMap<>();
        for (int level : levels) {
            T reader = readers.get();
            made.put(level, reader);
            sinks.put(level, sink.apply(reader));
        }
        read(source, new InputLevels(sinks));
        return made;
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
