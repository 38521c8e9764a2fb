package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.verdict.Evidence;
import dev.wqflush.replay.verdict.Flag;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.Percentiles;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report for other programs: schema {@code wqflush/1}, keys in fixed order, unknown as null. */
public final class JsonReport implements ReportWriter {
    private static final String SCHEMA = "wqflush/1";

    /** Longest waits that are told with their chain; --flushes has every flush. */
    private static final int MOST_WORST = 20;

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        try (JsonGenerator json = JsonFields.generator(out)) {
            new Writer(json, report).write();
            json.writeRaw('\n');
        }
    }

    private static final class Writer {
        private final JsonGenerator json;
        private final Report report;
        private final ReplayResult result;
        private final boolean timed;

        Writer(JsonGenerator json, Report report) {
            this.json = json;
            this.report = report;
            this.result = report.assessment().result();
            this.timed = result.evidence().timed();
        }

        void write() throws IOException {
            json.writeStartObject();
            json.writeStringField("schema", SCHEMA);
            json.writeObjectFieldStart("tool");
            json.writeStringField("name", "wqflush");
            json.writeStringField("version", report.version());
            json.writeEndObject();
            capture();
            verdict();
            flags();
            models();
            workqueues();
            worst();
            costs();
            ClosedLoopJson.write(report, json);
            WhatIfJson.write(report, json);
            LockBoundJson.write(report, json);
            findings();
            json.writeEndObject();
        }

        private void capture() throws IOException {
            json.writeObjectFieldStart("capture");
            json.writeArrayFieldStart("files");
            for (CaptureFile file : report.files()) {
                json.writeStartObject();
                json.writeStringField("name", file.name());
                json.writeStringField("format", file.format());
                JsonFields.count(json, "bytes", file.bytes());
                JsonFields.text(json, "sha256", file.sha256());
                json.writeEndObject();
            }
            json.writeEndArray();
            Topology topology = result.topology();
            KernelRelease kernel = topology.kernel();
            JsonFields.text(json, "kernel", kernel == null ? "" : kernel.text());
            JsonFields.text(json, "arch", kernel == null ? "" : architecture(kernel));
            JsonFields.text(json, "clock", timed ? "nanoseconds" : "");
            seconds("span_s", result.spanNanos());
            cpus(topology);
            json.writeObjectFieldStart("events");
            for (Map.Entry<String, Long> event : report.events().entrySet()) {
                json.writeNumberField(TraceName.of(event.getKey()), event.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("lines");
            json.writeNumberField("read", report.lines().read());
            json.writeNumberField("understood", report.lines().understood());
            json.writeNumberField("skipped", report.lines().skipped());
            json.writeEndObject();
            EvidenceSeen evidence = result.evidence();
            json.writeObjectFieldStart("lost");
            JsonFields.count(json, "events", evidence.lostEvents());
            json.writeNumberField("marks", evidence.lossMarks());
            json.writeEndObject();
            json.writeBooleanField("emulated", topology.emulated() != null);
            json.writeEndObject();
        }

        private void cpus(Topology topology) throws IOException {
            CpuSet online = topology.online();
            json.writeObjectFieldStart("cpus");
            int possible = topology.possible().count();
            JsonFields.count(json, "possible", possible == 0 ? -1 : possible); // none seen, as in a log: not known
            JsonFields.count(json, "online", online == null ? -1 : online.count());
            JsonFields.count(
                    json,
                    "nodes",
                    topology.nodes().isEmpty() ? -1 : topology.nodes().size());
            json.writeStringField("source", topology.source());
            json.writeStringField("bound", topology.possibleKnown() ? "exact" : "lower");
            json.writeEndObject();
        }

        private void verdict() throws IOException {
            Verdict verdict = report.assessment().verdict();
            json.writeObjectFieldStart("verdict");
            json.writeStringField("class", verdict.verdictClass().word());
            json.writeStringField("line", TraceName.of(verdict.line()));
            json.writeStringField("grade", verdict.grade().name());
            json.writeArrayFieldStart("evidence");
            for (Evidence evidence : verdict.evidence()) {
                json.writeStartObject();
                json.writeStringField("what", TraceName.of(evidence.what()));
                JsonFields.decimal(json, "value", evidence.value());
                json.writeStringField("unit", evidence.unit());
                json.writeStringField("kind", evidence.kind());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringField("next_step", TraceName.of(verdict.nextStep()));
            json.writeEndObject();
        }

        private void flags() throws IOException {
            json.writeArrayFieldStart("flags");
            for (Flag flag : report.assessment().flags()) {
                json.writeStartObject();
                json.writeStringField("id", flag.id());
                json.writeNumberField("count", flag.count());
                seconds("first_s", flag.firstNanos());
                json.writeStringField("text", TraceName.of(flag.text()));
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void models() throws IOException {
            json.writeObjectFieldStart("models");
            for (ModelTotals model : report.assessment().all().models()) {
                if (report.shownModels().contains(model.model())) {
                    json.writeObjectFieldStart(model.model());
                    json.writeObjectFieldStart("options");
                    for (Map.Entry<String, String> option :
                            ModelSet.options(model.model()).entrySet()) {
                        json.writeStringField(option.getKey(), option.getValue());
                    }
                    json.writeEndObject();
                    json.writeObjectFieldStart("totals");
                    totals(model);
                    json.writeEndObject();
                    json.writeEndObject();
                }
            }
            json.writeEndObject();
        }

        private void totals(ModelTotals model) throws IOException {
            json.writeNumberField("walks", model.walks());
            JsonFields.range(json, "visits", model.counts().visits());
            JsonFields.range(json, "pool_locks", model.counts().poolLocks());
            JsonFields.range(json, "node_locks", model.counts().nodeLocks());
            json.writeNumberField("armed", model.counts().armed());
            json.writeNumberField("kept", model.counts().kept());
            json.writeNumberField("dropped", model.counts().dropped());
            JsonFields.band(json, "time_ns", model.time());
        }

        private void workqueues() throws IOException {
            json.writeArrayFieldStart("workqueues");
            for (WorkqueueSummary summary : report.assessment().workqueues()) {
                WorkqueueResult workqueue = result.workqueues().get(summary.workqueue());
                json.writeStartObject();
                JsonFields.text(json, "name", TraceName.of(workqueue.name()));
                JsonFields.text(
                        json, "pointer", workqueue.pointer() == 0 ? "" : TraceName.pointer(workqueue.pointer()));
                json.writeStringField("kind", workqueue.kind().word());
                JsonFields.range(json, "pwqs", workqueue.pwqs());
                JsonFields.range(json, "pools", workqueue.pools());
                json.writeNumberField("flushes", summary.flushes());
                json.writeObjectFieldStart("walks");
                for (WalkKind kind : WalkKind.values()) {
                    json.writeNumberField(kind.word(), summary.walks().getOrDefault(kind, 0L));
                }
                json.writeEndObject();
                json.writeObjectFieldStart("models");
                for (ModelTotals model : summary.models()) {
                    if (report.shownModels().contains(model.model())) {
                        json.writeObjectFieldStart(model.model());
                        totals(model);
                        json.writeEndObject();
                    }
                }
                json.writeEndObject();
                json.writeObjectFieldStart("saved");
                JsonFields.range(json, "pool_locks", summary.savedPoolLocks());
                JsonFields.range(json, "visits", summary.savedVisits());
                JsonFields.band(json, "time_ns", summary.savedTime());
                json.writeEndObject();
                Percentiles lengths = summary.flushNanos();
                json.writeObjectFieldStart("flush_ns");
                nanos("p50", lengths.p50());
                nanos("p90", lengths.p90());
                nanos("p99", lengths.p99());
                nanos("max", lengths.max());
                json.writeEndObject();
                split(summary.split());
                json.writeStringField("grade", summary.grade().name());
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void worst() throws IOException {
            json.writeArrayFieldStart("worst");
            List<Integer> worst = report.assessment().worst();
            for (int index : worst.subList(0, Math.min(MOST_WORST, worst.size()))) {
                FlushResult flush = result.flushes().get(index);
                json.writeStartObject();
                json.writeNumberField("flush", flush.number());
                JsonFields.text(
                        json,
                        "wq",
                        TraceName.of(result.workqueues().get(flush.workqueue()).name()));
                JsonFields.text(json, "task", TraceName.of(flush.task()));
                seconds("start_s", flush.startNanos());
                nanos("ns", flush.nanos());
                split(flush.split());
                AwaitedItem awaited = flush.awaited();
                if (awaited == null) {
                    json.writeNullField("awaited");
                } else {
                    json.writeObjectFieldStart("awaited");
                    JsonFields.text(json, "function", TraceName.of(awaited.function()));
                    JsonFields.count(json, "cpu", awaited.cpu());
                    nanos("ns", ran(awaited) ? awaited.endNanos() - awaited.startNanos() : -1);
                    json.writeEndObject();
                }
                chain(flush);
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        /** What happened from the entry of the flush to its end, as far as the capture shows it, in order of time. */
        private void chain(FlushResult flush) throws IOException {
            record Step(String what, long nanos) {}
            List<Step> steps = new ArrayList<>();
            steps.add(new Step("flush-began", flush.startNanos()));
            AwaitedItem awaited = flush.awaited();
            if (awaited != null) {
                if (awaited.queuedNanos() != Long.MIN_VALUE) {
                    steps.add(new Step("item-queued", awaited.queuedNanos()));
                }
                if (awaited.startNanos() >= 0) {
                    steps.add(new Step("item-started", awaited.startNanos()));
                }
                if (awaited.endNanos() >= 0) {
                    steps.add(new Step("item-ended", awaited.endNanos()));
                }
            }
            if (flush.ended()) {
                steps.add(new Step("flush-ended", flush.endNanos()));
            }
            steps.sort(Comparator.comparingLong(Step::nanos));
            json.writeArrayFieldStart("chain");
            for (Step step : steps) {
                json.writeStartObject();
                json.writeStringField("what", step.what());
                seconds("time_s", step.nanos());
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void costs() throws IOException {
            CostParameters costs = report.assessment().costs();
            json.writeObjectFieldStart("costs");
            json.writeStringField("source", costs.source());
            // Of a per-cpu workqueue whose last walk was another CPU's, the case that the report is read for.
            cost("per_visit_ns", costs.of(Act.VISIT_COLD, WorkqueueKind.PER_CPU));
            cost("per_pool_lock_ns", costs.of(Act.LOCK_COLD, WorkqueueKind.PER_CPU));
            cost("per_node_lock_ns", costs.of(Act.NODE_COLD, WorkqueueKind.PER_CPU));
            cost(
                    "per_walk_ns",
                    costs.of(Act.MUTEX, WorkqueueKind.PER_CPU).plus(costs.of(Act.FIXED, WorkqueueKind.PER_CPU)));
            json.writeArrayFieldStart("acts");
            for (Act act : Act.values()) {
                if (act.isOfWalk()) {
                    json.writeStartObject();
                    json.writeStringField("act", act.word());
                    cost("per_cpu_ns", costs.of(act, WorkqueueKind.PER_CPU));
                    cost("unbound_ns", costs.of(act, WorkqueueKind.UNBOUND));
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        private void findings() throws IOException {
            json.writeArrayFieldStart("findings");
            for (Finding finding : report.findings()) {
                json.writeStartObject();
                json.writeStringField("severity", finding.severity().name().toLowerCase(Locale.ROOT));
                json.writeStringField("id", finding.id());
                json.writeStringField("text", TraceName.of(finding.text()));
                json.writeNumberField("count", finding.count());
                JsonFields.text(json, "where", finding.where());
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        private void split(FlushSplit split) throws IOException {
            json.writeObjectFieldStart("split_ns");
            nanos("mutex", split.mutexNanos());
            nanos("walk", split.walkNanos());
            nanos("items", split.itemsNanos());
            nanos("wakeup", split.wakeupNanos());
            nanos("other", split.otherNanos());
            json.writeEndObject();
        }

        private void cost(String key, Cost cost) throws IOException {
            json.writeObjectFieldStart(key);
            JsonFields.decimal(json, "low", cost.low());
            JsonFields.decimal(json, "base", cost.base());
            JsonFields.decimal(json, "high", cost.high());
            json.writeEndObject();
        }

        private void nanos(String key, long value) throws IOException {
            JsonFields.count(json, key, timed ? value : -1);
        }

        private void seconds(String key, long nanos) throws IOException {
            if (!timed || nanos == Long.MIN_VALUE) {
                json.writeNullField(key);
            } else {
                json.writeFieldName(key);
                json.writeNumber(Quantities.seconds(nanos));
            }
        }

        private static boolean ran(AwaitedItem item) {
            return item.startNanos() >= 0 && item.endNanos() >= item.startNanos();
        }

        /** Distributions that name it put the architecture last, as in {@code 6.12.0-amd64}. */
        private static String architecture(KernelRelease kernel) {
            for (String known : List.of("amd64", "x86_64", "aarch64", "arm64", "ppc64le", "s390x", "riscv64")) {
                if (kernel.text().endsWith("-" + known) || kernel.text().endsWith("." + known)) {
                    return known;
                }
            }
            return "";
        }
    }
}
