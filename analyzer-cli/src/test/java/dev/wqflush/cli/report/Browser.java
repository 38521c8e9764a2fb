package dev.wqflush.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Headless Chromium, and what it says of a page. */
final class Browser implements AutoCloseable {
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final int HEIGHT = 900;

    private final ChromeDriver driver;

    Browser() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--force-color-profile=srgb");
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .build(),
                options);
    }

    static boolean found() {
        return Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM);
    }

    void resize(int width) {
        driver.manage().window().setSize(new Dimension(width, HEIGHT));
    }

    void open(Path file) {
        messages();
        requests();
        driver.get(file.toUri().toString());
    }

    void run(String script, Object... arguments) {
        driver.executeScript(script, arguments);
    }

    /** The text that {@code script} returns. */
    String text(String script) {
        return (String) Objects.requireNonNull(driver.executeScript(script));
    }

    /** The number that {@code script} returns. */
    double number(String script) {
        return ((Number) Objects.requireNonNull(driver.executeScript(script))).doubleValue();
    }

    /** The texts that {@code script} returns. */
    List<String> texts(String script) {
        return ((List<?>) Objects.requireNonNull(driver.executeScript(script)))
                .stream().map(String::valueOf).toList();
    }

    /** Everything on the console since the page was opened. */
    List<String> messages() {
        return entries(LogType.BROWSER).map(LogEntry::getMessage).toList();
    }

    /** Addresses that the browser asked for since the page was opened. */
    List<String> requests() {
        return entries(LogType.PERFORMANCE)
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("\"Network.requestWillBeSent\""))
                .map(message -> message.replaceFirst("(?s).*\"url\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    private Stream<LogEntry> entries(String type) {
        return driver.manage().logs().get(type).getAll().stream();
    }

    /** Light or dark, screen or print. */
    void emulate(String media, String colours) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", media, "features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    }

    /**
     * Rules of axe-core that the page breaks seriously, with the first element of each. Marks of pictures, which are
     * many, are left out: a picture is one thing to a screen reader.
     */
    List<String> seriousFindings() throws IOException {
        try (InputStream axe = Browser.class.getResourceAsStream("/axe.min.js")) {
            driver.executeScript(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
        }
        List<String> findings = new ArrayList<>();
        List<?> violations = (List<?>) Objects.requireNonNull(driver.executeAsyncScript("const done = arguments[0];"
                + "axe.run({ exclude: ['svg > g'] }).then((result) => done(result.violations"
                + ".filter((each) => each.impact === 'serious' || each.impact === 'critical')"
                + ".map((each) => each.id + ': ' + each.nodes.length + ' times, first '"
                + " + each.nodes[0].html + ' ' + each.nodes[0].failureSummary)));"));
        violations.forEach(violation -> findings.add(String.valueOf(violation)));
        return findings;
    }

    /** The whole page as a picture. */
    byte[] picture(String media, String colours) {
        emulate(media, colours);
        long height = (long) number("return document.documentElement.scrollHeight");
        long width = (long) number("return document.documentElement.clientWidth");
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                        "format",
                        "png",
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
        return OutputType.BYTES.convertFromBase64Png((String) Objects.requireNonNull(answer.get("data")));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
