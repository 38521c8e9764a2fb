package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WqflushTest {
    @TempDir
    private Path folder;

    @Nested
    class Usage {
        @Test
        void anUnknownOptionIsGuessed() throws IOException {
            Outcome outcome = Outcome.of("analyze", capture(), "--modles", "legacy-v2");

            assertThat(outcome)
                    .isEqualTo(new Outcome(
                            2,
                            "",
                            "wqflush: unknown option --modles; did you mean --models? See wqflush analyze --help.\n"));
        }

        @Test
        void anUnknownCommandIsGuessed() {
            assertThat(Outcome.of("analise", "x"))
                    .isEqualTo(new Outcome(
                            2, "", "wqflush: unknown command analise; did you mean analyze? See wqflush --help.\n"));
        }

        @Test
        void nothingToDo() {
            assertThat(Outcome.of())
                    .isEqualTo(new Outcome(2, "", "wqflush: missing required subcommand. See wqflush --help.\n"));
            assertThat(Outcome.of("analyze"))
                    .isEqualTo(new Outcome(2, "", "wqflush: FILE is missing. See wqflush analyze --help.\n"));
        }

        @Test
        void helpNamesTheExitCodes() {
            Outcome outcome = Outcome.of("--help");

            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).contains("  4    read, but nothing to analyse\n");
            assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
        }

        @Test
        void theVersionIsSaidEverywhere() {
            Outcome version = Outcome.of("--version");

            assertThat(version.code()).isZero();
            assertThat(version.out()).startsWith("wqflush ").endsWith("\n");
            assertThat(Outcome.of("-V")).isEqualTo(version);
            assertThat(Outcome.of("analyze", "--version")).isEqualTo(version);
        }

        @Test
        void helpOfOneCommandNamesTheProgram() {
            assertThat(Outcome.of("events", "--help").out()).startsWith("Usage: wqflush events ");
        }

        @Test
        void anUnknownModelIsGuessed() throws IOException {
            assertThat(Outcome.of("analyze", capture(), "--models", "active-lst"))
                    .isEqualTo(new Outcome(
                            2, "", "wqflush: --models active-lst: no such model; did you mean active-list?\n"));
        }

        @Test
        void timesRunForward() throws IOException {
            assertThat(Outcome.of("analyze", capture(), "--from", "8", "--to", "7"))
                    .isEqualTo(new Outcome(
                            2, "", "wqflush: --from 8 --to 7: the end lies before the beginning; swap them.\n"));
            assertThat(Outcome.of("analyze", capture(), "--from", "noon").sentences())
                    .isEqualTo("wqflush: --from noon: not a time; give seconds as the trace prints them, such as"
                            + " 71.395475.\n");
        }

        @Test
        void aNumberOfCpusAndAReleaseMustBeOne() throws IOException {
            assertThat(Outcome.of("analyze", capture(), "--cpus", "0").err())
                    .isEqualTo("wqflush: --cpus 0: not a number of CPUs; give 1 to 65536.\n");
            assertThat(Outcome.of("analyze", capture(), "--kernel", "mainline").err())
                    .isEqualTo("wqflush: --kernel mainline: not a kernel release; give one such as 6.12.0-amd64.\n");
        }
    }

    @Nested
    class BadInputs {
        @Test
        void missing() throws IOException {
            Files.writeString(folder.resolve("trace.txt"), Traces.idleFlush(7));

            Outcome outcome = Outcome.of("analyze", folder.resolve("trace.tx").toString());

            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: " + folder.resolve("trace.tx") + ": no such file; did you mean "
                            + folder.resolve("trace.txt") + "?\n");
        }

        @Test
        void missingFolder() {
            String name = folder.resolve("no/such").toString();

            assertThat(Outcome.of("analyze", name).sentences())
                    .isEqualTo("wqflush: " + name + ": no such file; there is no folder " + folder.resolve("no")
                            + " either.\n");
        }

        @Test
        void empty() throws IOException {
            String name = file("empty.txt", "");

            Outcome outcome = Outcome.of("analyze", name);

            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: " + name
                            + ": empty, 0 bytes; the transfer may have failed. Ask for the file again.\n");
        }

        @Test
        void noTrace() throws IOException {
            for (String content : new String[] {
                "\u0089PNG\r\n\u001a\n0123", "\u007fELF\u0002\u0001\u0001", "Dear all,\nplease find enclosed\n"
            }) {
                String name = folder.resolve("thing").toString();
                Files.write(Path.of(name), content.getBytes(StandardCharsets.ISO_8859_1));

                Outcome outcome = Outcome.of("analyze", name);

                assertThat(outcome.code()).isEqualTo(3);
                assertThat(outcome.out()).isEmpty();
                assertThat(outcome.sentences())
                        .startsWith("wqflush: " + name + ": ")
                        .doesNotContain("Exception");
            }
        }

        @Test
        void aFolderWithoutCaptures() throws IOException {
            file("notes.txt", "nothing here\n");

            Outcome outcome = Outcome.of("analyze", folder.toString());

            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.sentences())
                    .startsWith("wqflush: " + folder + ": 1 file, none a kernel trace; expected ")
                    .contains("ftrace text", "perf script text", "trace.dat", "perf.data")
                    .endsWith(". `wqflush info " + folder + "` says what each file is.\n");
        }

        @Test
        void noFlush() throws IOException {
            String name = file("sched.txt", Traces.withoutFlush());

            Outcome outcome = Outcome.of("analyze", name);

            assertThat(outcome.code()).isEqualTo(4);
            assertThat(outcome.out()).startsWith("no-flush ").contains("\nnext        ");
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: " + name + ": 2 events read, no flush and no workqueue event among them"
                            + " (sched_wakeup, sched_waking only). What to record is said under \"next\".\n");
        }

        @Test
        void brokenOff() throws IOException {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(whole)) {
                for (int second = 1; second < 400; second++) {
                    gzip.write(Traces.idleFlush(second).getBytes(StandardCharsets.US_ASCII));
                }
            }
            Path cut = folder.resolve("cut.txt.gz");
            Files.write(cut, Arrays.copyOf(whole.toByteArray(), whole.size() / 2));

            Outcome outcome = Outcome.of("analyze", cut.toString());

            assertThat(outcome.code()).isEqualTo(5);
            assertThat(outcome.out()).contains("findings\n", "broken-off: ");
            assertThat(outcome.sentences())
                    .startsWith("wqflush: " + cut + ": the compressed data ends before its end after ")
                    .endsWith("analysed what came before.\n");
        }

        @Test
        void theRestIsAnalysed() throws IOException {
            Outcome outcome =
                    Outcome.of("analyze", capture(), folder.resolve("gone").toString());

            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.out()).contains("\nevents ");
        }
    }

    @Nested
    class Inputs {
        @Test
        void carriageReturnsDoNoHarm() throws IOException {
            String unix = Outcome.of("analyze", capture()).out();
            String dos = Outcome.of(
                            "analyze", file("dos.txt", Traces.idleFlush(7).replace("\n", "\r\n")))
                    .out();

            assertThat(dos).isEqualTo(unix).contains("1 flush");
        }

        @Test
        void mailQuotingDoesNoHarm() throws IOException {
            String quoted = Traces.idleFlush(7).replaceAll("(?m)^(?=.)", "> ");

            Outcome outcome = Outcome.of("analyze", file("mail.txt", quoted));

            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).contains("1 flush");
        }

        @Test
        void standardInput() {
            Outcome outcome = Outcome.withInput(Traces.idleFlush(7), "analyze", "-");

            assertThat(outcome.code()).isZero();
            assertThat(outcome.out()).contains("\nevents ");
            assertThat(outcome.err()).isEmpty();
        }

        @Test
        void filesOfOneBootAreOneCapture() throws IOException {
            String later = file("b.txt", Traces.idleFlush(30));
            String earlier = file("a.txt", Traces.idleFlush(10));

            Outcome outcome = Outcome.of("analyze", later, earlier);

            assertThat(outcome.out()).contains("ftrace text, 2 files; ").contains("; 180 us, 8 events");
            assertThat(outcome.out().lines().filter(line -> line.startsWith("capture ")))
                    .hasSize(1);
        }

        @Test
        void aFolderMeansItsCaptures() throws IOException {
            file("a.txt", Traces.idleFlush(10));
            file("b.txt", Traces.idleFlush(30));
            file("notes.md", "# what this is\n");

            assertThat(Outcome.of("analyze", folder.toString()).out()).contains("ftrace text, 2 files; ");
        }

        @Test
        void aSupportBundleMeansItsCapturesAndDescribesItsMachine() throws IOException {
            Path bundle = folder.resolve("case.zip");
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
                put(zip, "case/trace.txt", Traces.idleFlush(10));
                put(zip, "case/lscpu", "On-line CPU(s) list:  0-7\nNUMA node0 CPU(s):  0-7\n");
                put(zip, "case/uname", "Linux host 6.12.9-amd64 #1 SMP\n");
                put(zip, "case/dmesg", "[    0.000000] setup_percpu: NR_CPUS:8192 nr_cpu_ids:32 nr_node_ids:1\n");
                for (int file = 0; file < 12; file++) {
                    put(zip, "case/etc/" + file, "nothing\n");
                }
            }

            assertThat(Outcome.of("analyze", bundle.toString()).out())
                    .contains("ftrace text, 1 file; kernel 6.12.9-amd64 (legacy-v1); CPUs 32 possible, 8 online");
            Outcome info = Outcome.of("info", bundle.toString());
            assertThat(info.out()).startsWith("file        " + bundle + ":case/trace.txt: ftrace text");
            assertThat(info.sentences().lines().filter(line -> line.startsWith("wqflush: ")))
                    .hasSize(11)
                    .endsWith("wqflush: " + bundle + ": 5 more files in it are no traces.");
        }

        private static void put(ZipOutputStream zip, String name, String content) throws IOException {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.US_ASCII));
        }

        @Test
        void filesThatOverlapAreAnalysedApart() throws IOException {
            String one = file("a.txt", Traces.idleFlush(10));
            String two = file("b.txt", Traces.idleFlush(10));

            Outcome outcome = Outcome.of("analyze", one, two);

            assertThat(outcome.out().lines().filter(line -> line.startsWith("capture ")))
                    .hasSize(2);
        }

        @Test
        void separateKeepsAllApart() throws IOException {
            file("a.txt", Traces.idleFlush(10));
            file("b.txt", Traces.idleFlush(30));

            assertThat(Outcome.of("analyze", folder.toString(), "--separate")
                            .out()
                            .lines()
                            .filter(line -> line.startsWith("capture ")))
                    .hasSize(2);
        }

        @Test
        void aTopologyBesideIsMentionedNotRead() throws IOException {
            String capture = capture();
            String topology = file("topology.json", "{\"possible\": \"0-127\"}");

            Outcome without = Outcome.of("analyze", capture);
            Outcome with = Outcome.of("analyze", capture, "--topology", topology);

            assertThat(without.out().replaceAll("\\s+", " "))
                    .contains("topology-beside: a topology.json lies beside the capture and was not used;")
                    .contains("CPUs 4 seen, possible ones not known"); // as its header counts
            assertThat(with.out()).contains("CPUs 128 possible").doesNotContain("topology-beside");
        }

        @Test
        void whatTheUserSaysOfTheMachine() throws IOException {
            Outcome outcome = Outcome.of("analyze", capture(), "--cpus", "64", "--kernel", "6.12.0-amd64");

            assertThat(outcome.out()).contains("kernel 6.12.0-amd64 (legacy-v1); CPUs 64 possible");
        }

        @Test
        void onlyChosenWorkqueuesAreReported() throws IOException {
            assertThat(Outcome.of("analyze", capture(), "--wq", "e?ent*").code())
                    .isZero();

            Outcome none = Outcome.of("analyze", capture(), "--wq", "xfs*");

            assertThat(none.code()).isEqualTo(4);
            assertThat(none.sentences())
                    .isEqualTo("wqflush: " + capture() + ": no flush is chosen by --wq xfs*; flushed were events.\n");
        }
    }

    @Nested
    class OutputFiles {
        @Test
        void anInputIsNotOverwritten() throws IOException {
            String capture = capture();

            Outcome outcome = Outcome.of("analyze", capture, "--json", capture);

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: --json " + capture
                            + ": this is also an input; nothing was written. Name another file for --json.\n");
            assertThat(Path.of(capture)).hasContent(Traces.idleFlush(7));
        }

        @Test
        void oneFileForTwoOutputsIsRefused() throws IOException {
            String file = folder.resolve("out").toString();

            Outcome outcome = Outcome.of("analyze", capture(), "--json", file, "--walks", file);

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: --walks " + file
                            + ": another output has this name; nothing was written. Name another file for --walks.\n");
            assertThat(leftovers()).containsExactly("capture.txt");
        }

        @Test
        void aMissingFolderIsToldBeforeReading() throws IOException {
            String file = folder.resolve("none/out.json").toString();

            Outcome outcome = Outcome.of("analyze", capture(), "--json", file);

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: --json " + file + ": cannot be written (there is no such folder); nothing"
                            + " was. Name another file or folder.\n");
        }

        @Test
        void allAreWritten() throws IOException {
            Outcome outcome = Outcome.of(
                    "analyze",
                    capture(),
                    "--json",
                    folder.resolve("r.json").toString(),
                    "--walks",
                    folder.resolve("w.csv").toString(),
                    "--flushes",
                    folder.resolve("f.csv").toString());

            assertThat(outcome.code()).isZero();
            assertThat(leftovers()).containsExactly("capture.txt", "f.csv", "r.json", "w.csv");
            assertThat(Files.readAllLines(folder.resolve("f.csv"))).hasSize(2);
            assertThat(Files.readAllLines(folder.resolve("w.csv"))).hasSize(5);
        }

        @Test
        void dataOnStandardOutputStandsAlone() throws IOException {
            Outcome outcome = Outcome.of("analyze", capture(), "--flushes", "-");

            assertThat(outcome.out()).startsWith("flush,wq,").hasLineCount(2);
        }

        @Test
        void onlyOneOutputGoesToStandardOutput() throws IOException {
            Outcome outcome = Outcome.of("analyze", capture(), "--flushes", "-", "--json", "-");

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.sentences()).contains(" -: standard output is taken by another output; name a file.");
        }

        @Test
        void severalCapturesDoNotFitInOneFile() throws IOException {
            String two = file("b.txt", Traces.idleFlush(7));

            Outcome outcome = Outcome.of(
                    "analyze",
                    capture(),
                    two,
                    "--json",
                    folder.resolve("r.json").toString());

            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.sentences())
                    .isEqualTo("wqflush: --json: the files are 2 captures (of different boots, or overlapping in"
                            + " time), and a file holds the report of one; analyse them one by one.\n");
            assertThat(leftovers()).containsExactly("b.txt", "capture.txt");
        }

        @Test
        void theSameInputGivesTheSameBytes() throws IOException {
            String first = Outcome.of("analyze", capture(), "--json", "-").out();

            assertThat(ReportSchema.violations(first)).isEmpty();
            assertThat(Outcome.of("analyze", capture(), "--json", "-").out()).isEqualTo(first);
        }
    }

    @Nested
    class Info {
        @Test
        void whatACaptureIs() throws IOException {
            Outcome outcome = Outcome.of("info", capture(), "--cpus", "8");

            assertThat(outcome.code()).isZero();
            assertThat(outcome.out())
                    .contains(
                            "file        " + folder.resolve("capture.txt"),
                            "time        90 us, from 7.000100000 to 7.000190000\n",
                            "CPUs 8 possible",
                            "         1  flush_enter\n");
        }

        @Test
        void itTellsWhatWouldRaiseTheGrade() throws IOException {
            assertThat(Outcome.of("info", file("few.txt", Traces.withoutFlush()))
                            .out())
                    .contains(
                            "grade       D\n",
                            "raise with  echo 'p:flush_enter __flush_workqueue wq=%di' >> kprobe_events\n",
                            "            echo 1 > events/workqueue/enable\n",
                            "--topology sysfs.tar.gz");
            assertThat(Outcome.of("info", capture(), "--cpus", "8").out()).doesNotContain("--topology sysfs.tar.gz");
        }

        @Test
        void inOneLineIfQuiet() throws IOException {
            assertThat(Outcome.of("info", capture(), "--quiet"))
                    .isEqualTo(new Outcome(0, folder.resolve("capture.txt") + ": ftrace text\n", ""));
        }

        @Test
        void whatEveryFileOfAFolderIs() throws IOException {
            capture();
            file("empty.txt", "");

            Outcome outcome = Outcome.of("info", folder.toString());

            assertThat(outcome.code()).isEqualTo(3);
            assertThat(outcome.out()).contains("ftrace text");
            assertThat(outcome.sentences()).contains("empty.txt: empty, 0 bytes;");
        }
    }

    @Nested
    class Explain {
        @Test
        void aTerm() {
            assertThat(Outcome.of("explain", "possible", "CPUs").out())
                    .isEqualTo("CPUs that the kernel could ever bring online; a per-cpu workqueue has a pwq for"
                            + " each.\n");
        }

        @Test
        void anUnknownTermIsGuessed() {
            assertThat(Outcome.of("explain", "stuk"))
                    .isEqualTo(new Outcome(2, "", "wqflush: explain stuk: no such term; did you mean stuck?\n"));
        }

        @Test
        void allTerms() {
            assertThat(Outcome.of("explain").out()).contains("walk-bound", "rescuer-used");
        }
    }

    private String capture() throws IOException {
        return file("capture.txt", Traces.idleFlush(7));
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private Stream<String> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }
}
