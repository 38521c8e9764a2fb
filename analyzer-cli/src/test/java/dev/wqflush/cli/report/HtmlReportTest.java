package dev.wqflush.cli.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    @Test
    void writesSample() throws Exception {
        Files.writeString(Path.of("/tmp/x.html"), html(HtmlFixture.rich()));
    }

    private static String html(HtmlFixture capture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new HtmlReport().write(capture.report(), out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
