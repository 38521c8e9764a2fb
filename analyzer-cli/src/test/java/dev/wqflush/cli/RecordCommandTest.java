package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The recipe, on a folder that looks like tracefs; what kernels make of it, only a kernel can tell. */
@Timeout(60)
class RecordCommandTest {
    @TempDir
    Path folder;

    private Path script = Path.of("");

    @BeforeEach
    void print() throws IOException {
        Outcome printed = Outcome.of("record", "--print");
        assertThat(printed.code()).isZero();
        script = Files.writeString(folder.resolve("record.sh"), printed.out());
    }

    private static boolean has(String program) {
        try {
            return new ProcessBuilder(program, "--version").start().waitFor() >= 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    private Process run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("WQFLUSH_TRACEFS", folder.resolve("tracing").toString());
        builder.environment().put("WQFLUSH_KALLSYMS", folder.resolve("kallsyms").toString());
        return builder.directory(folder.toFile()).start();
    }

    private static String said(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(30, TimeUnit.SECONDS);
        return said;
    }

    @Test
    void theScriptIsOneThatShellsTake() throws Exception {
        Process shell = run("sh", "-n", script.toString());
        assertThat(said(shell)).isEmpty();
        Assumptions.assumeTrue(has("shellcheck"), "no shellcheck here");
        assertThat(said(run("shellcheck", "-s", "sh", script.toString()))).isEmpty();
    }

    @Test
    void theArchiveIsAnalysedAsItIs() throws Exception {
        Path tracing = Files.createDirectories(folder.resolve("tracing"));
        Files.createDirectories(tracing.resolve("instances"));
        for (String file : List.of("tracing_on", "dynamic_events")) {
            Files.writeString(tracing.resolve(file), "");
        }
        Files.writeString(folder.resolve("kallsyms"), "0000 T __flush_workqueue\n");
        Outcome.of(
                ("simulate --cpus 2 --nodes 1 --caches 1 --threads 1 --workqueue percpu --flushes 50 --model legacy-v2"
                                + " --write " + folder.resolve("run.txt"))
                        .split(" ", -1));
        Process recording = run("sh", script.toString(), "2", "out.tar.gz");
        Path instance = tracing.resolve("instances/wqflush");
        while (!Files.isDirectory(instance)) {
            Thread.sleep(10);
        }
        Files.copy(folder.resolve("run.txt"), instance.resolve("trace"));
        assertThat(said(recording)).contains("out.tar.gz holds ").contains("wqflush analyze out.tar.gz");
        assertThat(recording.exitValue()).isZero();

        String probes = Files.readString(tracing.resolve("dynamic_events"));
        assertThat(probes)
                .contains("f:wqflush/flush_enter __flush_workqueue wq=wq:x64")
                .contains("f:wqflush/walk_ret flush_workqueue_prep_pwqs%return ret=$retval:u8")
                .endsWith("-:wqflush/walk_ret\n");
        Outcome analysed = Outcome.of("analyze", folder.resolve("out.tar.gz").toString());
        assertThat(analysed.code()).isZero();
        assertThat(analysed.out()).contains("wqsim_percpu").contains("Grade A").doesNotContain("topology-assumed");
    }

    @Test
    void whatKeepsItFromTracingIsSaid() throws Exception {
        assertThat(said(run("sh", script.toString()))).contains("no tracefs: this kernel cannot trace");
        assertThat(said(run("sh", script.toString(), "ten"))).contains("not a number of seconds: ten");
        assertThat(Outcome.of("record", "--seconds", "0").err()).contains("give 1 to 3600");
    }

    @Test
    void kernelsWithoutProbesAreAskedForLess() throws Exception {
        Path tracing = Files.createDirectories(folder.resolve("tracing"));
        Files.writeString(tracing.resolve("tracing_on"), "");
        Files.writeString(tracing.resolve("trace"), "# tracer: nop\n");
        Files.writeString(folder.resolve("kallsyms"), "0000 T flush_workqueue\n");
        assertThat(said(run("sh", script.toString(), "1", "a.tar.gz")))
                .contains("neither probes nor function tracers here")
                .contains("not to be had here: events workqueue");
        Files.writeString(tracing.resolve("set_graph_function"), "");
        Files.writeString(tracing.resolve("current_tracer"), "");
        assertThat(said(run("sh", script.toString(), "1", "a.tar.gz"))).contains("function_graph shows the flushes");
        assertThat(Files.readString(tracing.resolve("set_graph_function")))
                .isEqualTo("flush_workqueue\nflush_workqueue_prep_pwqs\n");
        assertThat(Files.readString(tracing.resolve("current_tracer"))).isEqualTo("nop\n");
    }
}
