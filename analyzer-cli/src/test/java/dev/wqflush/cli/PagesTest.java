package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the README and {@code docs/} show on a prompt is what is printed there; {@code scripts/pages} writes it anew.
 */
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern CONSOLE = Pattern.compile("\n```console\n.*?\n```\n", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\d+([.,]\\d+)*");
    private static final int SITUATIONS = 10;

    @TempDir
    private Path folder;

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    static List<Path> pagesWithPrompts() throws IOException {
        return pages().stream()
                .filter(page -> text(page).contains("\n```console\n"))
                .toList();
    }

    @Timeout(300)
    @ParameterizedTest
    @MethodSource("pagesWithPrompts")
    void aPromptShowsWhatIsPrinted(Path page) throws Exception {
        for (String program : List.of("python3")) {
            assumeTrue(
                    !text(page).contains(" " + program + " ") || OtherProgram.isFound(program),
                    program + " is not installed");
        }
        OtherProgram.run(
                Map.of("WQFLUSH", launcher().toString()),
                ROOT.resolve("scripts/pages").toString(),
                "--into",
                folder.toString(),
                page.toString());

        assertThat(folder.resolve(page.getFileName())).hasSameTextualContentAs(page);
    }

    /** A call of the clone's launcher stands on a prompt, where it is run. */
    @ParameterizedTest
    @MethodSource("pages")
    void noCallIsShownWithoutItsOutput(Path page) {
        assertThat(text(page).lines())
                .as(page.toString())
                .noneMatch(line -> line.strip().startsWith("./wqflush "));
    }

    /** What the cookbook has the reader write into a ticket is what the commands of the same section print. */
    @Test
    void aTicketHoldsNumbersThatAreShown() {
        List<String> situations = List.of(text(ROOT.resolve("docs/cookbook.md")).split("\n## ", -1));

        assertThat(situations).hasSize(1 + SITUATIONS);
        for (String situation : situations.subList(1, situations.size())) {
            String shown =
                    CONSOLE.matcher(situation).results().map(MatchResult::group).collect(Collectors.joining());
            String ticket = CONSOLE.matcher(situation)
                    .replaceAll("")
                    .lines()
                    .filter(line -> line.startsWith("> "))
                    .collect(Collectors.joining("\n"));

            assertThat(ticket).as(situation).isNotEmpty();
            assertThat(shown)
                    .contains(NUMBER.matcher(ticket)
                            .results()
                            .map(MatchResult::group)
                            .toList());
        }
    }

    @Test
    void pagesHavePrompts() throws IOException {
        assertThat(pagesWithPrompts())
                .extracting(page -> page.getFileName().toString())
                .contains("README.md", "exports.md", "json.md", "cookbook.md", "how-it-works.md", "troubleshooting.md");
    }

    /** Starts the classes under test. */
    private Path launcher() throws IOException {
        Path launcher = folder.resolve("launcher");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return launcher;
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
