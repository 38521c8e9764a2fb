package dev.wqflush.cli.report.chart;

/** Writes one {@code svg} element; x and widths in per cent, y and heights in pixels, all text escaped. */
final class SvgWriter {
    /** Which end of a text stands at its x. */
    enum Anchor {
        START("start"),
        MIDDLE("middle"),
        END("end");

        private final String word;

        Anchor(String word) {
            this.word = word;
        }
    }

    private static final int DECIMALS = 3;
    /** A tenth of a microsecond in a capture of a hundred seconds. */
    private static final int DECIMALS_TO_ZOOM_INTO = 7;

    private final StringBuilder out = new StringBuilder(512);
    private final int percentDecimals;

    private SvgWriter(int height, String attributes, int percentDecimals) {
        this.percentDecimals = percentDecimals;
        out.append("<svg width=\"100%\" height=\"").append(height).append("\" ").append(attributes);
        out.append('>');
    }

    /** A picture that says something: {@code title} names it, {@code description} states what it shows. */
    static SvgWriter picture(int height, String title, String description) {
        return new SvgWriter(height, "role=\"img\"", DECIMALS).named(title, description);
    }

    /** A picture along time that the page's script zooms: its whole width is {@code wholeNanos}. */
    static SvgWriter zoomable(int height, double wholeNanos, String title, String description) {
        String attributes = "role=\"img\" data-nanos=\"" + Math.round(wholeNanos) + '"';
        return new SvgWriter(height, attributes, DECIMALS_TO_ZOOM_INTO).named(title, description);
    }

    private SvgWriter named(String title, String description) {
        element("title", title);
        if (!description.isEmpty()) {
            element("desc", description);
        }
        return this;
    }

    /** A picture that only repeats or decorates what stands beside it. */
    static SvgWriter decoration(int height) {
        return new SvgWriter(height, "aria-hidden=\"true\"", DECIMALS);
    }

    void rect(String cssClass, double x, double y, double width, double height) {
        out.append("<rect class=\"").append(cssClass).append('"');
        percent("x", x);
        pixels("y", y);
        percent("width", width);
        pixels("height", height);
        out.append("/>");
    }

    void line(String cssClass, double x1, double y1, double x2, double y2) {
        out.append("<line class=\"").append(cssClass).append('"');
        percent("x1", x1);
        pixels("y1", y1);
        percent("x2", x2);
        pixels("y2", y2);
        out.append("/>");
    }

    /** Text at {@code x}, moved {@code dx} pixels to the right. */
    void text(String cssClass, double x, double dx, double y, Anchor anchor, String text) {
        out.append("<text class=\"").append(cssClass).append('"');
        percent("x", x);
        if (dx != 0) {
            pixels("dx", dx);
        }
        pixels("y", y);
        out.append(" text-anchor=\"").append(anchor.word).append("\">");
        escape(text);
        out.append("</text>");
    }

    /** The torn right end of a bar that goes on beyond the picture. */
    void tornEnd(double x, double y, double height) {
        double tooth = height / 4;
        out.append("<svg class=\"torn\"");
        percent("x", x);
        pixels("y", y);
        out.append(" width=\"1\" height=\"1\"><path d=\"M1 -1L-3 0");
        for (int i = 1; i <= 4; i++) {
            out.append('L').append(i % 2 == 0 ? "-4 " : "0 ");
            number(i * tooth, DECIMALS);
        }
        out.append("L1 ");
        number(height + 1, DECIMALS);
        out.append("Z\"/></svg>");
    }

    /** Begins a group with {@code attributes}, which hold nothing to escape. */
    void beginGroup(String attributes) {
        out.append("<g ").append(attributes).append('>');
    }

    /** Names the group that was just begun, as its tooltip. */
    void title(String title) {
        element("title", title);
    }

    void endGroup() {
        out.append("</g>");
    }

    String finish() {
        return out.append("</svg>").toString();
    }

    private void element(String name, String text) {
        out.append('<').append(name).append('>');
        escape(text);
        out.append("</").append(name).append('>');
    }

    private void percent(String name, double value) {
        out.append(' ').append(name).append("=\"");
        number(value, percentDecimals);
        out.append("%\"");
    }

    private void pixels(String name, double value) {
        out.append(' ').append(name).append("=\"");
        number(value, DECIMALS);
        out.append('"');
    }

    /** No trailing zeros, no sign on zero, the same in every locale. */
    private void number(double value, int decimals) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a coordinate: " + value);
        }
        long unit = 1;
        for (int i = 0; i < decimals; i++) {
            unit *= 10;
        }
        long scaled = Math.round(Math.abs(value) * unit);
        if (value < 0 && scaled != 0) {
            out.append('-');
        }
        out.append(scaled / unit);
        long fraction = scaled % unit;
        if (fraction != 0) {
            out.append('.');
        }
        while (fraction != 0) {
            unit /= 10;
            out.append((char) ('0' + fraction / unit));
            fraction %= unit;
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                default -> out.append(c);
            }
        }
    }
}
