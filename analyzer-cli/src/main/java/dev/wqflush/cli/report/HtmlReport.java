package dev.wqflush.cli.report;

import dev.wqflush.cli.report.page.Page;
import dev.wqflush.cli.report.page.Typeset;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/**
 * One HTML file that needs nothing else: style, script and pictures are inside, and its content security policy lets
 * the browser use these and fetch nothing.
 */
public final class HtmlReport implements ReportWriter {
    private static final String TEMPLATES = "dev.wqflush.cli.templates";

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        String style = resource("report.css");
        String script = resource("report.js");
        StringOutput page = new StringOutput();
        TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES)
                .render(
                        "report.jte",
                        Map.of(
                                "page",
                                Page.of(report),
                                "style",
                                style,
                                "script",
                                script,
                                "policy",
                                policy(style, script)),
                        page);
        out.write(Typeset.visible(page.toString()).getBytes(StandardCharsets.UTF_8));
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script)
                + "; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the program's own file is missing: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
