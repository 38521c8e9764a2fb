package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wqflush.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page as a reader's browser shows it. Without a browser the test is skipped, unless
 * {@code -Dbrowser.required=true} says that there must be one.
 */
class PageInBrowserTest {
    private static final Path SAMPLES = Path.of("..", "sample-traces");
    private static final int DESK = 1160;
    private static final int TELEPHONE = 400;
    /** A4 without its margins, at 96 pixels an inch. */
    private static final int PRINTED = 703;

    /** Where the left end of an element of the timeline stands, as a share of the picture. */
    private static final String SHARE = """
            const area = document.querySelector(".timeline svg").getBoundingClientRect();
            return (document.querySelector(".timeline svg %s").getBoundingClientRect().left - area.left) / area.width;
            """;

    /** Where everything in the timeline stands, to a hundredth of a pixel. */
    private static final String BOXES = """
            return Array.from(document.querySelectorAll(".timeline svg *"), (element) => element.getBoundingClientRect())
                .map((box) => box.left.toFixed(2) + " " + box.width.toFixed(2));
            """;

    @TempDir
    private static Path folder;

    private static Browser browser;
    private static final List<Path> PAGES = new ArrayList<>();

    @BeforeAll
    static void writePages() throws IOException {
        Assumptions.assumeTrue(
                Browser.found() || Boolean.getBoolean("browser.required"),
                "no /usr/bin/chromium and /usr/bin/chromedriver");
        try (Stream<Path> samples = Files.list(SAMPLES)) {
            for (Path sample : samples.sorted().toList()) {
                if (Files.exists(sample.resolve("trace.txt.gz"))) {
                    Path page = folder.resolve(sample.getFileName() + ".html");
                    Outcome outcome = Outcome.of("analyze", sample.toString(), "--html", page.toString());
                    assertThat(outcome.code()).isZero();
                    PAGES.add(page);
                }
            }
        }
        for (Map.Entry<String, HtmlFixture> each : Situations.all().entrySet()) {
            Path page = folder.resolve("situation-" + each.getKey() + ".html");
            Files.writeString(
                    page, Rendered.text(new HtmlReport(), each.getValue().report()));
            PAGES.add(page);
        }
        browser = new Browser();
        browser.resize(DESK);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    static List<Path> pages() {
        return PAGES;
    }

    private static Path page(String name) {
        return folder.resolve(name + ".html");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void opensWithoutAMessageOrARequest(Path page) throws IOException {
        browser.open(page);

        assertThat(browser.messages()).isEmpty();
        assertThat(browser.requests()).containsExactly(page.toUri().toString());
        assertThat(Files.size(page)).isLessThan(2_000_000);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void isAccessible(Path page) throws IOException {
        for (String colours : List.of("light", "dark")) {
            browser.open(page);
            browser.emulate("screen", colours);

            assertThat(browser.seriousFindings()).as(colours).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void neverScrollsSideways(Path page) {
        browser.open(page);
        for (int width : new int[] {TELEPHONE, 760, 2000, DESK}) {
            browser.resize(width);

            assertThat(browser.number("return document.documentElement.scrollWidth"))
                    .as("%d px", width)
                    .isLessThanOrEqualTo((double) width);
        }
    }

    @Test
    void everyColumnSortsBothWays() {
        browser.open(page("situation-rich"));

        List<String> wrong = browser.texts("""
                const wrong = [];
                for (const table of document.querySelectorAll("table.sort")) {
                  for (const head of table.tHead.rows[0].cells) {
                    const button = head.querySelector("button");
                    if (button === null) {
                      continue;
                    }
                    for (let click = 0; click < 2; click++) {
                      button.click();
                      const keys = Array.from(table.tBodies[0].rows, (row) => row.cells[head.cellIndex])
                          .map((cell) => "key" in cell.dataset ? Number(cell.dataset.key) : cell.textContent);
                      const order = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b);
                      const sign = head.getAttribute("aria-sort") === "ascending" ? 1 : -1;
                      const sorted = keys.slice().sort((a, b) => sign * order(a, b));
                      if (JSON.stringify(keys) !== JSON.stringify(sorted)) {
                        wrong.push(head.textContent + " " + head.getAttribute("aria-sort"));
                      }
                    }
                  }
                }
                return wrong;
                """);

        assertThat(wrong).isEmpty();
        assertThat(browser.number("return document.querySelectorAll('table.sort button').length"))
                .isGreaterThan(20.0);
    }

    /** Where marks and ticks stand after zooming is compared with the times that the whole picture gives. */
    @ParameterizedTest
    @ValueSource(strings = {"situation-rich", "situation-many-flushes", "xfs-log-force-4-of-192"})
    void theTimelineZoomsToTheSmallestViewAndBack(String name) {
        browser.open(page(name));
        List<String> before = browser.texts(BOXES);

        for (int i = 0; i < 40; i++) {
            press("+");
        }
        assertThat(viewed()).startsWith("200\u00a0µs in view, from ");
        press("0");
        assertThat(viewed()).isEqualTo("whole capture");
        assertThat(browser.texts(BOXES)).isEqualTo(before).hasSizeGreaterThan(100);
    }

    @Test
    void aZoomedMarkStandsWhereItsTimeIs() {
        browser.open(page("situation-many-flushes"));
        press("+");
        press("ArrowRight");

        double mark = browser.number(SHARE.formatted("[data-t]:not(.sum) rect"));
        double tick = browser.number(SHARE.formatted(".axis line"));
        double seconds =
                browser.number("return parseFloat(document.querySelector('.timeline .axis .tick').textContent)");
        browser.open(page("situation-many-flushes"));

        assertThat(mark)
                .isCloseTo((browser.number(SHARE.formatted("[data-t]:not(.sum) rect")) - 0.375) * 2, within(0.005));
        double whole = browser.number("return Number(document.querySelector('.timeline svg').dataset.nanos) / 1e9");
        assertThat(tick).isCloseTo((seconds / whole - 0.375) * 2, within(0.005));
    }

    @Test
    void theTimelineShowsTheChosenWorkqueueAndTaskAlone() {
        browser.open(page("situation-rich"));
        double all = shownFlushes();

        choose("select.queue", 1);
        double ofQueue = shownFlushes();
        choose("select.task", 1);
        double ofBoth = shownFlushes();
        choose("select.queue", 0);
        double ofTask = shownFlushes();
        choose("select.task", 0);

        assertThat(ofQueue).isLessThan(all).isPositive();
        assertThat(ofTask).isLessThan(all).isPositive();
        assertThat(ofBoth).isLessThanOrEqualTo(Math.min(ofQueue, ofTask));
        assertThat(shownFlushes()).isEqualTo(all);
    }

    @Test
    void sumsOfAWorkqueueAddUpToThoseOfAll() {
        browser.open(page("situation-many-workqueues"));
        double all = shownArea();

        double sum = 0;
        double choices = browser.number("return document.querySelector('select.queue').options.length");
        for (int i = 1; i < choices; i++) {
            choose("select.queue", i);
            sum += shownArea();
        }

        assertThat(choices).isEqualTo(10.0);
        assertThat(sum).isCloseTo(all, within(0.05 * all));
    }

    @Test
    void namesOfTheTraceAreShownAsText() {
        browser.open(page("situation-hostile-names"));

        assertThat(browser.text("return document.body.innerText")).contains("<script>alert(1)</script>");
        assertThat(browser.number("return document.querySelectorAll('script, img').length"))
                .isEqualTo(1.0);
    }

    /** {@code scripts/pictures} keeps them in {@code docs/images}, to be looked at. */
    @Test
    void picturesAreTakenOfTheReadmesReport() throws IOException {
        Path pictures = Files.createDirectories(Path.of("target", "pictures"));
        browser.open(page("xfs-log-force-4-of-192"));

        Files.write(pictures.resolve("report-light.png"), browser.picture("screen", "light"));
        Files.write(pictures.resolve("report-dark.png"), browser.picture("screen", "dark"));
        browser.resize(PRINTED);
        Files.write(pictures.resolve("report-print.png"), browser.picture("print", "light"));
        browser.resize(TELEPHONE);
        Files.write(pictures.resolve("report-400.png"), browser.picture("screen", "light"));
        browser.resize(DESK);

        assertThat(Files.readAllBytes(pictures.resolve("report-dark.png")))
                .isNotEqualTo(Files.readAllBytes(pictures.resolve("report-light.png")));
    }

    private static void press(String key) {
        browser.run(
                "document.querySelector('.timeline .scroller').dispatchEvent("
                        + "new KeyboardEvent('keydown', { key: arguments[0] }));",
                key);
    }

    private static String viewed() {
        return browser.text("return document.querySelector('.timeline output').textContent");
    }

    private static void choose(String select, int option) {
        browser.run(
                "const select = document.querySelector(arguments[0]); select.selectedIndex = arguments[1];"
                        + "select.dispatchEvent(new Event('change'));",
                select,
                option);
    }

    private static double shownFlushes() {
        return browser.number("return Array.from(document.querySelectorAll('.timeline [data-t]'))"
                + ".filter((group) => getComputedStyle(group).display !== 'none').length");
    }

    /** Area of all marks that are shown, in lanes times widths of the picture. */
    private static double shownArea() {
        return browser.number("return Array.from(document.querySelectorAll('.timeline [data-t] rect'))"
                + ".filter((mark) => getComputedStyle(mark.parentNode).display !== 'none')"
                + ".reduce((sum, mark) => sum + parseFloat(mark.getAttribute('width'))"
                + " * parseFloat(mark.getAttribute('height')), 0)");
    }
}
