package dev.wqflush.cli.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** What the tables have in common (contract 6): RFC 4180 in UTF-8 with {@code \n}, unknown as an empty cell. */
public final class Csv {
    /** A spreadsheet takes a cell that begins so for a formula. */
    private static final String FORMULA_STARTS = "=+-@\t";

    private Csv() {}

    /** A printer that has printed the header; flushed, not closed, by its user. */
    public static CSVPrinter printer(OutputStream out, String header) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setRecordSeparator('\n')
                .setHeader(header.split(","))
                .get();
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        return new CSVPrinter(writer, format);
    }

    /** A name that the trace gave. */
    public static String name(String latin1) {
        String name = TraceName.of(latin1);
        return !name.isEmpty() && FORMULA_STARTS.indexOf(name.charAt(0)) >= 0 ? "'" + name : name;
    }

    /** An address, empty if not known. */
    public static String pointer(long address) {
        return address == 0 ? "" : TraceName.pointer(address);
    }

    /** A number that is negative if it is not known. */
    public static String known(long value) {
        return value < 0 ? "" : String.valueOf(value);
    }
}
