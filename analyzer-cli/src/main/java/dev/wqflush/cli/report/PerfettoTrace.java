package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.wqflush.cli.report.TraceTracks.Slice;
import dev.wqflush.cli.report.TraceTracks.Track;
import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.PriorityQueue;

/**
 * Flushes and walks as a trace for Perfetto and Chrome, in the JSON of the "Trace Event Format" document. A process is
 * a workqueue, a thread is a track of one of its flushers: its flushes with their parts inside, or its walks. Times are
 * those of the trace clock, in microseconds with three decimals.
 *
 * <p>How long a part took is measured, where it lay within its flush is not kept: parts stand in the order of
 * {@link Part}, which is the usual one. Walks stand where they were; one without a measured duration is an instant. The
 * counter of a process is how many flushes are open. A capture whose time stamps have no unit gives a trace without
 * events.
 */
public final class PerfettoTrace implements ReportWriter {
    private static final int MICROSECOND_DIGITS = 3;

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        try (JsonGenerator json = JsonFactory.builder().build().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
                    .withArrayIndenter(new DefaultIndenter("", "\n")));
            json.writeStartObject();
            json.writeStringField("displayTimeUnit", "ns");
            json.writeObjectFieldStart("otherData");
            json.writeStringField("tool", "wqflush " + report.version());
            json.writeStringField(
                    "verdict", TraceName.of(report.assessment().verdict().line()));
            json.writeEndObject();
            json.writeArrayFieldStart("traceEvents");
            if (report.assessment().result().evidence().timed()) {
                new Writer(json, report).write();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static final class Writer {
        private final JsonGenerator json;
        private final Report report;
        private final ReplayResult result;
        private final TraceTracks tracks = new TraceTracks();

        Writer(JsonGenerator json, Report report) {
            this.json = json;
            this.report = report;
            this.result = report.assessment().result();
        }

        void write() throws IOException {
            for (FlushResult flush : result.flushes()) {
                flush(flush, tracks.place(slice(flush)));
            }
            for (WalkResult walk : result.walks()) {
                walk(walk, tracks.place(slice(walk)));
            }
            openFlushes();
            names();
        }

        private void flush(FlushResult flush, Track track) throws IOException {
            begin("X", "flush " + flush.number(), track, flush.startNanos());
            duration(flush.nanos());
            json.writeObjectFieldStart("args");
            json.writeNumberField("flush", flush.number());
            json.writeStringField("path", flush.path().word());
            json.writeStringField(
                    "class",
                    report.assessment()
                            .flushes()
                            .get(flush.number() - 1)
                            .verdictClass()
                            .word());
            json.writeStringField("grade", flush.grade().name());
            json.writeBooleanField("ended", flush.ended());
            AwaitedItem awaited = flush.awaited();
            if (awaited != null) {
                json.writeStringField("awaited_function", TraceName.of(awaited.function()));
            }
            json.writeEndObject();
            json.writeEndObject();
            long start = flush.startNanos();
            for (Part part : Part.values()) {
                long nanos = part.of(flush.split());
                if (nanos > 0) {
                    begin("X", part.word(), track, start);
                    duration(nanos);
                    json.writeEndObject();
                    start += nanos;
                }
            }
        }

        private void walk(WalkResult walk, Track track) throws IOException {
            boolean measured = walk.measuredNanos() >= 0;
            begin(measured ? "X" : "i", "walk " + walk.number(), track, walk.timeNanos());
            if (measured) {
                duration(walk.measuredNanos());
            } else {
                json.writeStringField("s", "t");
            }
            json.writeObjectFieldStart("args");
            json.writeNumberField("walk", walk.number());
            json.writeNumberField("flush", walk.flush());
            json.writeStringField("kind", walk.kind().word());
            json.writeStringField("source", walk.source().word());
            json.writeStringField("grade", walk.grade().name());
            for (int model = 0; model < result.models().size(); model++) {
                String id = result.models().get(model);
                if (report.shownModels().contains(id)) {
                    JsonFields.range(
                            json, id + " visits", walk.counts().get(model).visits());
                    JsonFields.range(
                            json, id + " pool_locks", walk.counts().get(model).poolLocks());
                }
            }
            json.writeEndObject();
            json.writeEndObject();
        }

        /** A counter of each workqueue: at every entry and return, how many flushes are open then. */
        private void openFlushes() throws IOException {
            int[] open = new int[result.workqueues().size()];
            PriorityQueue<FlushResult> toReturn =
                    new PriorityQueue<>((a, b) -> Long.compare(a.endNanos(), b.endNanos()));
            for (FlushResult flush : result.flushes()) {
                while (!toReturn.isEmpty() && toReturn.element().endNanos() <= flush.startNanos()) {
                    returned(toReturn.remove(), open);
                }
                open[flush.workqueue()]++;
                counter(flush.workqueue(), flush.startNanos(), open);
                toReturn.add(flush);
            }
            while (!toReturn.isEmpty()) {
                returned(toReturn.remove(), open);
            }
        }

        private void returned(FlushResult flush, int[] open) throws IOException {
            open[flush.workqueue()]--;
            counter(flush.workqueue(), flush.endNanos(), open);
        }

        private void counter(int workqueue, long nanos, int[] open) throws IOException {
            json.writeStartObject();
            json.writeStringField("ph", "C");
            json.writeStringField("name", "open flushes");
            json.writeNumberField("pid", TraceTracks.process(workqueue));
            micros("ts", nanos);
            json.writeObjectFieldStart("args");
            json.writeNumberField("flushes", open[workqueue]);
            json.writeEndObject();
            json.writeEndObject();
        }

        private void names() throws IOException {
            QueueNames queues = new QueueNames(report.assessment());
            for (int workqueue : tracks.workqueues()) {
                name("process_name", TraceTracks.process(workqueue), 0, queues.name(workqueue));
            }
            for (Track track : tracks.all()) {
                name("thread_name", track.process(), track.thread(), track.name());
            }
        }

        private void name(String what, int process, int thread, String name) throws IOException {
            json.writeStartObject();
            json.writeStringField("ph", "M");
            json.writeStringField("name", what);
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", thread);
            json.writeObjectFieldStart("args");
            json.writeStringField("name", name);
            json.writeEndObject();
            json.writeEndObject();
        }

        private void begin(String phase, String name, Track track, long nanos) throws IOException {
            json.writeStartObject();
            json.writeStringField("ph", phase);
            json.writeStringField("name", name);
            json.writeStringField("cat", "wqflush");
            json.writeNumberField("pid", track.process());
            json.writeNumberField("tid", track.thread());
            micros("ts", nanos);
        }

        private void duration(long nanos) throws IOException {
            micros("dur", nanos);
        }

        private void micros(String key, long nanos) throws IOException {
            json.writeFieldName(key);
            json.writeNumber(BigDecimal.valueOf(nanos, MICROSECOND_DIGITS).toPlainString());
        }

        private static Slice slice(FlushResult flush) {
            return new Slice(
                    flush.workqueue(), flush.task(), flush.tid(), "flushes", flush.startNanos(), flush.endNanos());
        }

        private static Slice slice(WalkResult walk) {
            long end = walk.timeNanos() + Math.max(0, walk.measuredNanos());
            return new Slice(walk.workqueue(), walk.task(), walk.tid(), "walks", walk.timeNanos(), end);
        }
    }
}
