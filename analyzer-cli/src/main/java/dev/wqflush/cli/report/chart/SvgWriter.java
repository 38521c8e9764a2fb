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

    private static final double DECIMALS = 1000;

    private final StringBuilder out = new StringBuilder(512);

    private SvgWriter(int height, String role) {
        out.append("<svg width=\"100%\" height=\"").append(height).append("\" ").append(role);
        out.append('>');
    }

    /** A picture that says something: {@code title} names it, {@code description} states what it shows. */
    static SvgWriter picture(int height, String title, String description) {
        SvgWriter svg = new SvgWriter(height, "role=\"img\"");
        svg.element("title", title);
        if (!description.isEmpty()) {
            svg.element("desc", description);
        }
        return svg;
    }

    /** A picture that only repeats or decorates what stands beside it. */
    static SvgWriter decoration(int height) {
        return new SvgWriter(height, "aria-hidden=\"true\"");
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
            number(i * tooth);
        }
        out.append("L1 ");
        number(height + 1);
        out.append("Z\"/></svg>");
    }

    /** Begins a group whose tooltip is {@code title}. */
    void beginGroup(String title) {
        out.append("<g>");
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
        number(value);
        out.append("%\"");
    }

    private void pixels(String name, double value) {
        out.append(' ').append(name).append("=\"");
        number(value);
        out.append('"');
    }

    /** Three decimals at most, no trailing zeros, no sign on zero, the same in every locale. */
    private void number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a coordinate: " + value);
        }
        long scaled = Math.round(Math.abs(value) * DECIMALS);
        if (value < 0 && scaled != 0) {
            out.append('-');
        }
        out.append(scaled / 1000);
        int fraction = (int) (scaled % 1000);
        if (fraction != 0) {
            out.append('.').append((char) ('0' + fraction / 100));
            if (fraction % 100 != 0) {
                out.append((char) ('0' + fraction / 10 % 10));
                if (fraction % 10 != 0) {
                    out.append((char) ('0' + fraction % 10));
                }
            }
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
