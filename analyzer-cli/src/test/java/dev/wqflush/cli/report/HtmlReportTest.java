package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

class HtmlReportTest {
    private static final Words WORDS = Words.TYPOGRAPHIC;
    private static final long LARGEST_PAGE = 2_000_000;

    /** A situation as bytes and as a tree. */
    record Rendering(String html, HtmlPage page) {}

    private static final List<Named<Rendering>> RENDERINGS = new ArrayList<>();

    @BeforeAll
    static void render() throws Exception {
        for (Map.Entry<String, HtmlFixture> each : Situations.all().entrySet()) {
            String html = html(each.getValue());
            RENDERINGS.add(Named.of(each.getKey(), new Rendering(html, HtmlPage.parse(html))));
        }
    }

    static Stream<Named<Rendering>> captures() {
        return RENDERINGS.stream();
    }

    @ParameterizedTest
    @MethodSource("captures")
    void isWellFormedAndKeepsToTheRulesOfThePage(Rendering rendering) {
        HtmlPage page = rendering.page();
        String html = rendering.html();

        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan((int) LARGEST_PAGE);
        assertThat(html).doesNotContain("http:", "https:", "javascript:", "@import", "url(");
        assertThat(page.elements("h1")).hasSize(1);
        assertThat(page.elements("style")).hasSize(1);
        assertThat(page.elements("script")).hasSize(1);
        assertThat(page.attributes("style")).isEmpty();
        assertThat(page.attributes("src")).isEmpty();
        assertThat(page.attributeNames()).noneMatch(name -> name.startsWith("on"));
        assertThat(page.attributes("id")).doesNotHaveDuplicates();
        assertThat(page.attributes("href"))
                .allSatisfy(link -> assertThat(page.attributes("id")).contains(link.substring(1)))
                .allMatch(link -> link.startsWith("#"));
        assertThat(page.attributes("aria-labelledby"))
                .allSatisfy(id -> assertThat(page.attributes("id")).contains(id));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void showsNoNumberThatIsNone(Rendering rendering) {
        HtmlPage page = rendering.page();

        assertThat(page.texts())
                .allSatisfy(text -> assertThat(text)
                        .doesNotContainPattern("\\bNaN\\b|\\bnull\\b|Infinity|(?<![\\w.])-0(?![\\d.])|-9,?223"));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void timelineKeepsToItsMarks(Rendering rendering) {
        HtmlPage page = rendering.page();

        assertThat(page.attributes("id").contains("timeline") ? page.marks("timeline") : 0)
                .isLessThanOrEqualTo(6_000);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void namesEveryPicture(Rendering rendering) {
        HtmlPage page = rendering.page();

        assertThat(page.elements("svg")).allSatisfy(svg -> {
            if (svg.getAttribute("role").equals("img")) {
                assertThat(svg.getFirstChild().getNodeName()).isEqualTo("title");
                assertThat(svg.getFirstChild().getTextContent()).isNotBlank();
            } else {
                assertThat(svg.getAttribute("aria-hidden") + svg.getAttribute("class"))
                        .isIn("true", "torn");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("captures")
    void totalsOfTheWorkqueueTableAreTheSumsOfItsRows(Rendering rendering) {
        HtmlPage page = rendering.page();
        if (page.tables("queues").isEmpty()) {
            return;
        }
        Element table = page.tables("queues").get(0);
        List<List<Element>> rows = HtmlPage.rows(table);
        List<Element> last = rows.remove(rows.size() - 1);
        List<String> heads = HtmlPage.heads(table);

        for (String head : List.of("flush time", "flushes", "walks", "visits", "locks now", "active list")) {
            int column = heads.indexOf(head);
            if (column >= 0) {
                long sum = rows.stream().mapToLong(row -> key(row.get(column))).sum();
                assertThat(key(last.get(column))).as(head).isEqualTo(sum);
            }
        }
    }

    @Test
    void policyAllowsTheOneStyleAndTheOneScript() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.rich()));
        Element policy = page.elements("meta").stream()
                .filter(meta -> meta.getAttribute("http-equiv").equals("Content-Security-Policy"))
                .findFirst()
                .orElseThrow();

        assertThat(policy.getAttribute("content"))
                .startsWith("default-src 'none'; ")
                .contains("style-src 'sha256-" + hash(page.elements("style").get(0)) + "';")
                .contains("script-src 'sha256-" + hash(page.elements("script").get(0)) + "';");
    }

    @Test
    void scriptIsSmall() throws Exception {
        String script = HtmlPage.parse(html(Situations.rich()))
                .elements("script")
                .get(0)
                .getTextContent();

        assertThat(script.length()).isLessThanOrEqualTo(12_000);
        assertThat(script).contains("aria-sort");
    }

    @Test
    void numbersAreThoseOfTheAssessment() throws Exception {
        Report report = Situations.rich().report();
        HtmlPage page = HtmlPage.parse(Rendered.text(new HtmlReport(), report));
        WorkqueueSummary all = report.assessment().all();
        WalkCounts now = all.models().get(2).counts();
        List<String> total = HtmlPage.lastRow(page.tables("queues").get(0));

        assertThat(total)
                .contains(
                        WORDS.time(all.split().totalNanos()),
                        WORDS.time(all.flushNanos().p50()),
                        WORDS.time(all.flushNanos().p99()),
                        WORDS.count(all.flushes()),
                        WORDS.range(now.visits()),
                        WORDS.range(now.poolLocks()));
        List<String> kernels = HtmlPage.rows(page.tables("kernels").get(0)).stream()
                .map(row -> row.get(row.size() - 1).getTextContent())
                .toList();
        assertThat(kernels)
                .containsExactlyElementsOf(all.models().stream()
                        .map(ModelTotals::time)
                        .map(WORDS::band)
                        .toList());
        assertThat(page.text("h1").replace('\u00a0', ' ').replace("µs", "us"))
                .isEqualTo(report.assessment().verdict().line());
    }

    @Test
    void showsEveryWorkqueueUpToTwoHundredAndSumsTheOthers() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.withQueues(203)));

        List<List<Element>> rows = HtmlPage.rows(page.tables("queues").get(0));
        assertThat(rows).hasSize(202);
        assertThat(rows.get(200).get(0).getTextContent()).isEqualTo("3 others");
        assertThat(rows.get(201).get(0).getTextContent()).isEqualTo("all 203");
        assertThat(page.byClass("cost-name").size()).isEqualTo(13);
        assertThat(page.byClass("cost-name").get(12).getTextContent()).contains("192 others");
    }

    @Test
    void bodyIsInTheOrderThatItsHeadClaims() throws Exception {
        Element table = HtmlPage.parse(html(Situations.rich())).tables("queues").get(0);
        int column = HtmlPage.heads(table).indexOf("flush time");
        List<Long> keys = new ArrayList<>();
        HtmlPage.bodyRows(table).forEach(row -> keys.add(key(row.get(column))));

        assertThat(HtmlPage.sortedHead(table)).isEqualTo("flush time descending");
        assertThat(keys).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    }

    @Test
    void withoutUnitOfTimeThereIsNoMeasuredTime() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.untimed()));

        assertThat(page.attributes("id")).doesNotContain("timeline", "worst").contains("cost", "workqueues");
        assertThat(HtmlPage.heads(page.tables("queues").get(0))).doesNotContain("flush time", "split", "p50", "p99");
        assertThat(page.text("main")).doesNotContain("measured, emulated", "Saved per flush", "recorded");
    }

    @Test
    void withoutFlushThePageSaysSoAndWhatToRecord() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.noFlush()));

        assertThat(page.text("h1")).startsWith("No flush");
        assertThat(page.text("main")).contains("Next step: ");
        assertThat(page.attributes("id")).contains("facts", "method").doesNotContain("cost", "timeline", "workqueues");
    }

    @Test
    void withoutWalkThereAreTimesAndNoCosts() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.flushWithoutWalk()));

        assertThat(page.attributes("id"))
                .contains("timeline", "worst", "workqueues")
                .doesNotContain("cost", "kernels");
        assertThat(page.text("main")).contains("0 walks on 1 workqueue").doesNotContain("cycles per flush");
    }

    @Test
    void countsThatTheCaptureDoesNotDecideAreRanges() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.ranges()));

        assertThat(HtmlPage.lastRow(page.tables("queues").get(0))).contains("288..585");
        assertThat(page.byClass("range")).isNotEmpty();
        assertThat(page.text("main")).contains("the thin line its bounds");
    }

    @Test
    void openFlushIsDrawnToTheEdgeWithATornEnd() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.stuck()));

        assertThat(page.byClass("torn"))
                .hasSize(2)
                .allMatch(end -> end.getAttribute("x").equals("100%"));
        assertThat(page.text("main"))
                .contains("had waited 12\u00a0s when the capture ended")
                .contains("it never started within the capture");
    }

    @Test
    void namesFromTheTraceStayText() throws Exception {
        String html = html(Situations.hostileNames());
        HtmlPage page = HtmlPage.parse(html);

        assertThat(page.text("main"))
                .contains("<script>alert(1)</script>", "\" onload=\"x", "</title>", "שלום", "&lt;b&gt;");
        assertThat(page.elements("bdi")).anyMatch(name -> name.getTextContent().equals("שלום"));
        assertThat(page.text("h1")).doesNotContain("\u202e");
        assertThat(html).doesNotContain("\u202e", "\u0007");
    }

    @Test
    void namesThatWorkqueuesShareAreToldApart() throws Exception {
        HtmlFixture capture = new HtmlFixture();
        capture.queue("ext4-rsv", WorkqueueKind.UNBOUND);
        capture.queue("ext4-rsv", WorkqueueKind.UNBOUND);
        capture.flush(0, "a", 1, HtmlFixture.SECOND, Situations.split(1_000_000));
        capture.flush(1, "b", 2, HtmlFixture.SECOND, Situations.split(2_000_000));

        List<List<Element>> rows =
                HtmlPage.rows(HtmlPage.parse(html(capture)).tables("queues").get(0));
        assertThat(rows.get(0).get(0).getTextContent()).isEqualTo("ext4-rsv @0100");
        assertThat(rows.get(1).get(0).getTextContent()).isEqualTo("ext4-rsv @0000");
    }

    @Test
    void manyFlushesAreSummedInFewMarks() throws Exception {
        HtmlPage page = HtmlPage.parse(html(Situations.manyFlushes()));

        assertThat(page.marks("timeline")).isBetween(1_000, 6_000);
        assertThat(page.text("main"))
                .containsPattern("20,000 flushes drawn: 500 singly, the others as sums in [\\d,]+ columns");
        assertThat(page.text("main")).contains("160 more tasks");
    }

    @Test
    void sameReportGivesTheSameBytes() throws Exception {
        assertThat(html(Situations.rich())).isEqualTo(html(Situations.rich()));
    }

    private static long key(Element cell) {
        return Long.parseLong(cell.getAttribute("data-key"));
    }

    private static String hash(Element element) throws Exception {
        byte[] content = element.getTextContent().getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(content));
    }

    private static String html(HtmlFixture capture) throws IOException {
        return Rendered.text(new HtmlReport(), capture.report());
    }
}
