package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Read back as GitHub reads it: CommonMark, its tables, and links made of bare addresses. */
class MarkdownReportTest {
    private static final List<Extension> GITHUB = List.of(TablesExtension.create(), AutolinkExtension.create());

    @Test
    void itHoldsWhatTheSummaryHolds() throws IOException {
        String markdown = markdown(new SampleReports());
        Read read = Read.of(markdown);

        assertThat(markdown).startsWith("**stuck**: A flush of xfs-cil/ram0 by fsync waits since");
        assertThat(read.rows).contains("kblockd", "xfs-cil/ram0", "all", "items", "other");
        assertThat(read.text)
                .contains("Flush time: 2.45 s waited by 3 tasks")
                .contains("deep-queue: 38 flushes began")
                .contains("Next: look at what xlog_cil_push_work waits for on CPU 3.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "a|b",
                "*a* _b_ __c__ `d` ~~e~~",
                "[a](http://b.c)",
                "![a](http://b.c)",
                "https://evil.example/x",
                "www.evil.example",
                "me@evil.example",
                "@torvalds",
                "#17",
                "owner/repo#17",
                "&lt;",
                "\\*a\\*",
                "$a$",
                "<!-- hidden",
            })
    void aNameOfTheTraceIsText(String name) throws IOException {
        Read read = Read.of(markdown(new SampleReports().named(name)));

        assertThat(read.rows).contains(name);
        assertThat(read.markup).isEmpty();
        assertThat(read.texts).noneMatch(text -> text.matches("(?s).*([@#][A-Za-z0-9]|://|www\\.).*"));
    }

    @Test
    void aLineEndOfANameEndsNoRow() throws IOException {
        assertThat(Read.of(markdown(new SampleReports().named("a\n| b"))).rows).contains("a\\x0A| b");
    }

    @Test
    void itIsShortHoweverMuchThereIs() throws IOException {
        String markdown = markdown(new SampleReports().withMoreWorkqueues(300).withMoreFindings(50));

        assertThat(markdown.lines()).hasSizeLessThan(60);
        assertThat(markdown).contains("\n- 45 more\n");
        assertThat(Read.of(markdown).rows).contains("282 others");
    }

    @Test
    void withoutFlushesOrTimesItSaysSo() throws IOException {
        assertThat(markdown(new SampleReports().withoutFlushes())).startsWith("**no-flush**: ");
        assertThat(markdown(new SampleReports().untimed())).contains("Flush time: not known");
    }

    private static String markdown(SampleReports reports) throws IOException {
        return Rendered.text(new MarkdownReport(), reports.build());
    }

    /** What a reader sees. */
    private static final class Read extends AbstractVisitor {
        private final StringBuilder text = new StringBuilder();
        /** Uninterrupted pieces of text, as sites look for mentions in them. */
        private final List<String> texts = new ArrayList<>();
        /** Cells that begin a row. */
        private final List<String> rows = new ArrayList<>();

        private final List<Node> markup = new ArrayList<>();

        static Read of(String markdown) {
            Read read = new Read();
            Parser.builder().extensions(GITHUB).build().parse(markdown).accept(read);
            return read;
        }

        @Override
        public void visit(Text node) {
            text.append(node.getLiteral());
            boolean continued = node.getPrevious() instanceof Text;
            texts.add((continued ? texts.remove(texts.size() - 1) : "") + node.getLiteral());
        }

        @Override
        public void visit(CustomNode node) {
            if (node instanceof TableCell && node.getParent() instanceof TableRow && node.getPrevious() == null) {
                int before = text.length();
                visitChildren(node);
                rows.add(text.substring(before));
            } else {
                visitChildren(node);
            }
        }

        @Override
        public void visit(HtmlInline node) {
            if (!node.getLiteral().equals("<!-- -->")) {
                markup.add(node);
            }
        }

        @Override
        public void visit(HtmlBlock node) {
            markup.add(node);
        }

        @Override
        public void visit(Link node) {
            markup.add(node);
        }

        @Override
        public void visit(Image node) {
            markup.add(node);
        }

        @Override
        public void visit(Emphasis node) {
            markup.add(node);
        }

        @Override
        public void visit(Code node) {
            markup.add(node);
        }
    }
}
