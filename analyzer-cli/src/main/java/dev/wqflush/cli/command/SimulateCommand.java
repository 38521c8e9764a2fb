package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.report.SafeOutput;
import dev.wqflush.cli.simulate.SimulatedCapture;
import dev.wqflush.cli.simulate.SimulationJson;
import dev.wqflush.cli.simulate.SimulationText;
import dev.wqflush.cli.simulate.TopologyWriter;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.simulate.Load;
import dev.wqflush.replay.simulate.Machine;
import dev.wqflush.replay.simulate.Outcome;
import dev.wqflush.replay.simulate.Published;
import dev.wqflush.replay.simulate.Published.Row;
import dev.wqflush.replay.simulate.Setup;
import dev.wqflush.replay.simulate.Simulation;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates a declared machine and load under all models. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Simulates flushes on a declared machine, under all models.")
public final class SimulateCommand implements Callable<Integer> {
    /** What the threads do. */
    enum LoadName {
        IDLE,
        QUEUE,
        DENSE,
        FSYNC
    }

    /** Which workqueue. */
    enum Workqueue {
        PERCPU,
        UNBOUND
    }

    private final Terminal terminal;

    @Option(names = "--published", description = "Print the published figures beside the simulation's.")
    private boolean published;

    @Option(names = "--cpus", paramLabel = "N", defaultValue = "192", description = "Possible CPUs, all online (192).")
    private int cpus;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "2", description = "NUMA nodes (2).")
    private int nodes;

    @Option(
            names = "--caches",
            paramLabel = "N",
            defaultValue = "12",
            description = "Last-level caches of a node, hence unbound pools (12).")
    private int caches;

    @Option(
            names = "--workqueue",
            paramLabel = "KIND",
            defaultValue = "unbound",
            description = "percpu or unbound (unbound).")
    private Workqueue workqueue = Workqueue.UNBOUND;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            defaultValue = "queue",
            description = {
                "What a thread does: idle, queue, dense, fsync (queue).",
                "idle: flushes alone; queue: queues an item and flushes; dense: flushes while every pwq is busy; fsync: queue, flush and a pause. Default: queue."
            })
    private LoadName loadName = LoadName.QUEUE;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "16", description = "Threads that flush (16).")
    private int threads;

    @Option(names = "--item-us", paramLabel = "US", description = "How long an item runs.")
    private @Nullable Double itemMicros;

    @Option(names = "--think-us", paramLabel = "US", description = "Mean pause of a thread between two flushes.")
    private @Nullable Double thinkMicros;

    @Option(names = "--flushes", paramLabel = "N", defaultValue = "4000", description = "Flushes of a run (4000).")
    private int flushes;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the run (1).")
    private long seed;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "Simulate this model alone.",
            completionCandidates = Candidates.Models.class)
    private @Nullable String model;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the rows as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = {
                "Write the run of --model as ftrace text.",
                "Beside it FILE.truth.tsv (its walks and flushes) and FILE.topology.json (for analyze --topology)."
            })
    private @Nullable String write;

    /** A command that talks to this terminal. */
    public SimulateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (json == null) {
            simulate(null);
        } else {
            try (OutputFile file = new OutputFile("--json", json, List.of(), terminal.out())) {
                simulate(file);
            }
        }
        return ExitCode.DONE.code();
    }

    private void simulate(@Nullable OutputFile file) throws IOException {
        CostParameters costs = DefaultCosts.published();
        SimulationText text = new SimulationText(terminal.width(), terminal.isUnicode());
        List<Row> rows;
        List<String> lines;
        if (published) {
            if (write != null) {
                throw new BadUsage("--published --write: only a declared run can be written; leave one out.");
            }
            Published figures = new Published(costs);
            rows = figures.rows();
            lines = text.published(rows, figures.reportedWalk(), figures.sensitivities());
        } else {
            Map<String, Outcome> outcomes = run(costs);
            rows = rows(outcomes);
            lines = text.runs(outcomes);
        }
        if (file != null) {
            file.write(out -> SimulationJson.write(rows, out));
        }
        if (file == null || !file.isStandardOutput()) {
            OutputStream out = new BufferedOutputStream(terminal.out());
            out.write((String.join("\n", lines) + "\n").getBytes(terminal.charset()));
            out.flush();
        }
    }

    private Map<String, Outcome> run(CostParameters costs) throws IOException {
        if (model != null && !ModelSet.ids().contains(model)) {
            throw new BadUsage("--model " + model + ": no such model; " + NearMiss.among(model, ModelSet.ids()));
        }
        List<String> models = model == null ? ModelSet.ids() : List.of(model);
        if (write != null && models.size() > 1) {
            throw new BadUsage("--write " + write + ": which model? Name it with --model.");
        }
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        try {
            for (String id : models) {
                Setup setup = new Setup(
                        new Machine(cpus, nodes, caches),
                        workqueue == Workqueue.PERCPU ? WorkqueueKind.PER_CPU : WorkqueueKind.UNBOUND,
                        load(),
                        id,
                        costs,
                        flushes,
                        seed);
                outcomes.put(id, write == null ? new Simulation(setup).run() : written(setup, write));
            }
        } catch (IllegalArgumentException e) {
            throw new BadUsage(e.getMessage() + ".", e);
        }
        return outcomes;
    }

    private Load load() {
        Load usual = switch (loadName) {
            case IDLE -> Load.idle(threads);
            case QUEUE -> Load.queueAndFlush(threads);
            case DENSE -> Load.dense(threads, 60_000);
            case FSYNC -> Load.fsync(threads);
        };
        return new Load(
                threads,
                usual.queues(),
                usual.dense(),
                itemMicros == null ? usual.itemNanos() : Math.round(itemMicros * 1_000),
                thinkMicros == null ? usual.thinkNanos() : Math.round(thinkMicros * 1_000));
    }

    private static Outcome written(Setup setup, String file) throws IOException {
        try (SafeOutput trace = open(file, "");
                SafeOutput truth = open(file, ".truth.tsv");
                SafeOutput topology = open(file, ".topology.json")) {
            Writer traceText = writer(trace);
            Writer truthText = writer(truth);
            Outcome outcome = new Simulation(setup, new SimulatedCapture(setup, traceText, truthText)).run();
            traceText.flush();
            truthText.flush();
            TopologyWriter.write(setup.topology(), topology.stream());
            trace.commit();
            truth.commit();
            topology.commit();
            return outcome;
        }
    }

    private static Writer writer(SafeOutput output) {
        return new BufferedWriter(new OutputStreamWriter(output.stream(), StandardCharsets.UTF_8));
    }

    private static SafeOutput open(String file, String suffix) {
        try {
            return SafeOutput.to(Path.of(file + suffix));
        } catch (IOException e) {
            throw new BadUsage("--write " + file + suffix + ": cannot be written: " + SafeOutput.reason(e) + ".", e);
        }
    }

    private static List<Row> rows(Map<String, Outcome> outcomes) {
        List<Row> rows = new ArrayList<>();
        outcomes.forEach((id, outcome) ->
                rows.add(new Row(id, id + " under the declared load", null, outcome.rate(), "flushes/s", outcome, 0)));
        return rows;
    }
}
