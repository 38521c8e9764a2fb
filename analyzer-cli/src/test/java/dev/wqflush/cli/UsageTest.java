package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Help, completion, the manual page, and what is said of a wrong call. */
class UsageTest {
    private static final int SCREEN_LINES = 40;
    private static final int SCREEN_COLUMNS = 80;
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+");

    @TempDir
    private Path folder;

    static List<String> commands() {
        List<String> commands = Outcome.of("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .map(line -> line.strip().replaceFirst(" .*", ""))
                .toList();
        assertThat(commands).contains("analyze", "info", "events", "explain", "completion");
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsAScreenAndEveryOptionALine(String command) {
        List<String> help = help(command, "--help");

        assertThat(help).hasSizeLessThanOrEqualTo(SCREEN_LINES);
        assertThat(help).allMatch(line -> line.length() <= SCREEN_COLUMNS);
        assertThat(help.stream().filter(line -> line.startsWith("  ")))
                .as("an option, its description beside it")
                .allMatch(line -> line.matches(" {2}(-[a-zA-Z], {1}| {4})(--)?\\S+ +\\S.*"));
    }

    @Test
    void theTopHelpFitsAScreenAndShowsTheCommonestCalls() {
        List<String> help = help("--help");

        assertThat(help).hasSizeLessThanOrEqualTo(SCREEN_LINES);
        assertThat(help.subList(help.indexOf("Examples:") + 1, help.size()))
                .hasSize(3)
                .allMatch(line -> line.startsWith("  wqflush "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "analyze x --jsn f            | unknown option --jsn; did you mean --json?",
                "analyze x --cpus many        | --cpus many: not a whole number; give --cpus N.",
                "analyze x --json             | --json needs a value: --json FILE.",
                "analyze x --json a --json b  | --json is given twice; give it once.",
                "analyze x --color blue       | --color blue: no such WHEN; there are auto, always, never.",
                "simulate --load quue         | --load quue: no such LOAD; did you mean queue?",
                "simulate --item-us long      | --item-us long: not a number; give --item-us US.",
                "completion zhs               | SHELL zhs: no such SHELL; did you mean zsh?",
                "compare a                    | AFTER is missing.",
            })
    void aMistakeNamesTheOptionAndTheFix(String line, String sentence) {
        String command = line.substring(0, line.indexOf(' '));
        Outcome outcome = Outcome.of(line.strip().split(" +", -1));

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences()).isEqualTo("wqflush: " + sentence + " See wqflush " + command + " --help.\n");
    }

    @Test
    void theManualHoldsEveryOptionOfEveryCommand() {
        String manual = Outcome.of("man").out();

        for (String command : commands()) {
            int from = manual.indexOf(".SS \"wqflush " + command + " ");
            assertThat(from).as(command).isPositive();
            int to = manual.indexOf("\n.S", from + 1);
            String section = manual.substring(from, to).replace("\\-", "-");
            Matcher options = OPTION.matcher(String.join("\n", help(command, "--help")));
            while (options.find()) {
                assertThat(section).contains(options.group());
            }
        }
        assertThat(manual)
                .contains(".SH \"EXIT STATUS\"")
                .contains("cache_shard")
                .doesNotContain("%%");
    }

    @Test
    void groffReadsTheManualWithoutAWarning() throws Exception {
        assumeTrue(OtherProgram.isFound("groff"), "groff is not installed");
        Path page = write("wqflush.1", Outcome.of("man").out());

        assertThat(OtherProgram.run("groff", "-man", "-Tascii", "-ww", "-z", page.toString()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"bash,bash", "zsh,zsh"})
    void theCompletionIsAScriptOfItsShell(String name, String shell) throws Exception {
        assumeTrue(OtherProgram.isFound(shell), shell + " is not installed");
        Path script = write("completion", Outcome.of("completion", name).out());

        assertThat(OtherProgram.run(shell, "-n", script.toString())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wqflush compl                     | completion",
                "wqflush analyze --perf            | --perfetto",
                "wqflush analyze --models legacy-v | legacy-v0 legacy-v1 legacy-v2",
                "wqflush analyze --fail-on lock    | lock-bound",
                "wqflush info --format trace       | trace.dat",
                "wqflush analyze --color n         | never",
                "wqflush explain walk-             | walk-bound",
                "wqflush completion z              | zsh",
            })
    void bashCompletesCommandsOptionsAndFixedValues(String line, String completed) throws Exception {
        assumeTrue(OtherProgram.isFound("bash"), "bash is not installed");
        Path script = write(
                "try",
                Outcome.of("completion", "bash").out() + "\ncompopt() { :; }\nCOMP_WORDS=(" + line
                        + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_complete_wqflush\necho \"${COMPREPLY[*]}\"\n");

        assertThat(OtherProgram.run("bash", script.toString()).strip().replace('\n', ' '))
                .isEqualTo(completed);
    }

    private static List<String> help(String... arguments) {
        return Outcome.inColumns(SCREEN_COLUMNS, arguments).out().lines().toList();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
