package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadStatistics;

/**
 * Cuts bytes into records, {@code u32 type, u16 misc, u16 size} and content. Where something else stands, it looks for
 * the next place that begins two records in a row.
 */
final class RecordCutter {
    /** Receives the records. */
    interface Records {
        /**
         * A record with the content {@code b[from, to)}.
         *
         * @param position offset of the record in the file
         * @return how many bytes that are no records follow it and belong to it, modulo 2^64
         */
        long record(int type, int misc, byte[] b, int from, int to, long position);
    }

    static final int HEADER = 8;

    /** perf has some 25 types of its own from 64 on; what is far beyond is no record. */
    private static final int MOST_TYPES = 1 << 10;

    private static final int CPU_MODES = 6;
    private static final int SHOWN_TEXT = 16;

    private final Words words;
    private final Records records;
    private final ProblemLog problems;

    /** 1 where places are offsets in the file, 0 where all bytes come from one compressed record. */
    private final int step;

    private boolean searching;
    private ReadProblem.Kind searchKind = ReadProblem.Kind.DAMAGED_PART;
    private String searchReason = "";
    private long searchFrom;
    private long following;

    RecordCutter(Words words, boolean compressed, ProblemLog problems, Records records) {
        this.words = words;
        this.step = compressed ? 0 : 1;
        this.problems = problems;
        this.records = records;
    }

    /**
     * Cuts {@code b[from, to)}, which begins at an offset of the file, up to the last whole record, or to one that is
     * {@link #following followed} by other bytes.
     *
     * @return where the next record begins
     */
    int cut(byte[] b, int from, int to, long position) {
        following = 0;
        int at = from;
        while (to - at >= HEADER && following == 0) {
            long place = position + (long) step * (at - from);
            if (searching && !begins(b, at, to)) {
                at++;
                continue;
            }
            if (searching) {
                found(place);
            }
            int type = words.i32(b, at);
            int size = words.u16(b, at + 6);
            if (!isHeader(type, size)) {
                search(type, size, b, at, to, place);
            } else if (to - at < size) {
                return at;
            } else {
                following = records.record(type, words.u16(b, at + 4), b, at + HEADER, at + size, place);
                at += size;
            }
        }
        return at;
    }

    /** Bytes behind the last record that are no records. */
    long following() {
        return following;
    }

    /** Whether the last bytes made no sense. */
    boolean isSearching() {
        return searching;
    }

    /** Nothing more comes: {@code b[from, to)} is left, which begins at an offset of the file. */
    void finish(byte[] b, int from, int to, long position) {
        if (!searching && to - from >= HEADER) {
            searchFrom = position;
            searchKind = ReadProblem.Kind.DAMAGED_PART;
            searchReason = "a record " + RecordTypes.name(words.i32(b, from)) + " of size " + words.u16(b, from + 6)
                    + " goes beyond the end of the data, ";
            searching = true;
        }
        if (searching) {
            report("the last " + (position + (to - from) - searchFrom) + " bytes are left out.");
        }
    }

    private static boolean isHeader(int type, int size) {
        return type > 0
                && type < MOST_TYPES
                && size >= HEADER
                && (!RecordTypes.isKernels(type) || size % Long.BYTES == 0);
    }

    /** Whether a record of a known type begins here, and another behind it as far as can be seen. */
    private boolean begins(byte[] b, int at, int to) {
        int next = isKnown(b, at) ? at + words.u16(b, at + 6) : -1;
        return next >= 0 && (next > to - HEADER || isKnown(b, next));
    }

    private boolean isKnown(byte[] b, int at) {
        int type = words.i32(b, at);
        return RecordTypes.isKnown(type)
                && isHeader(type, words.u16(b, at + 6))
                && (words.u16(b, at + 4) & 7) < CPU_MODES;
    }

    private void search(int type, int size, byte[] b, int at, int to, long place) {
        int shown = Math.min(to, at + SHOWN_TEXT);
        boolean text = true;
        for (int i = at; i < shown; i++) {
            text &= b[i] >= ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r';
        }
        searching = true;
        searchFrom = place;
        searchKind = text ? ReadProblem.Kind.TEXT_AMONG_RECORDS : ReadProblem.Kind.DAMAGED_PART;
        searchReason = text
                ? "text where a record was expected (" + ReadStatistics.printable(b, at, to) + "), "
                : "a record " + RecordTypes.name(type) + " of size " + size + ", which cannot be, ";
    }

    private void found(long place) {
        searching = false;
        report((place - searchFrom) + " bytes are left out.");
    }

    private void report(String rest) {
        problems.report(searchKind, searchFrom, () -> searchReason + rest);
    }
}
