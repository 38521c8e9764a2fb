package dev.wqflush.cli.report.chart;

import dev.wqflush.replay.result.FlushResult;
import java.util.ArrayList;
import java.util.List;

/** Time of flushes by lane, column of time and part. */
final class ColumnSums {
    /**
     * A part of a column: {@code bottom} and {@code height} are shares of the lane's height.
     *
     * @param from left edge in per cent
     * @param width in per cent
     */
    record Mark(int lane, Part part, double from, double width, double bottom, double height) {}

    private static final Part[] PARTS = Part.values();

    private final TimeCuts time;
    /** First column of each part of time, and one past the last. */
    private final int[] firstColumn;

    /** Nanoseconds by lane, then column and part. */
    private final double[][] sums;

    /** About {@code columns} columns of equal length, at least one in each part of {@code time}. */
    ColumnSums(TimeCuts time, int lanes, int columns) {
        this.time = time;
        int parts = time.parts().size();
        firstColumn = new int[parts + 1];
        for (int i = 0; i < parts; i++) {
            int own = (int) Math.max(1, Math.round(time.parts().get(i).width() / 100 * columns));
            firstColumn[i + 1] = firstColumn[i] + own;
        }
        sums = new double[lanes][firstColumn[parts] * PARTS.length];
    }

    /** Columns of a part divide its drawn width, which for a very short part is more than its time. */
    private double columnNanos(int part) {
        return time.parts().get(part).width() / time.percentPerNano() / (firstColumn[part + 1] - firstColumn[part]);
    }

    void add(int lane, FlushResult flush) {
        int part = time.partOf(flush.startNanos());
        double start = flush.startNanos() - time.parts().get(part).startNanos();
        for (int piece = 0; piece < PARTS.length; piece++) {
            long nanos = PARTS[piece].of(flush.split());
            addPiece(sums[lane], part, piece, start, start + nanos);
            start += nanos;
        }
    }

    private void addPiece(double[] lane, int part, int piece, double start, double end) {
        double length = columnNanos(part);
        int last = firstColumn[part + 1] - firstColumn[part] - 1;
        for (int column = (int) Math.min(last, start / length); start < end; column++) {
            double stop = column >= last ? end : Math.min(end, (column + 1) * length);
            lane[(firstColumn[part] + Math.min(last, column)) * PARTS.length + piece] += stop - start;
            start = stop;
        }
    }

    /**
     * The marks. A full column is as high as its lane; in {@code stretchedLane}, where flushes overlap, the fullest is.
     * What is lower than {@code lowest} counts with the largest part of its column; a column whose sum is lower is
     * raised to it.
     */
    List<Mark> marks(int stretchedLane, double lowest) {
        List<Mark> marks = new ArrayList<>();
        for (int lane = 0; lane < sums.length; lane++) {
            double fullest = lane == stretchedLane ? fullest(lane) : 1;
            for (int part = 0; part + 1 < firstColumn.length; part++) {
                for (int column = firstColumn[part]; column < firstColumn[part + 1]; column++) {
                    addColumn(marks, lane, part, column, lowest, fullest);
                }
            }
        }
        return marks;
    }

    private void addColumn(List<Mark> marks, int lane, int part, int column, double lowest, double fullest) {
        double full = columnNanos(part) * fullest;
        double total = total(lane, column);
        if (total <= 0) {
            return;
        }
        TimeCuts.Stretch drawn = time.parts().get(part);
        double width = drawn.width() / (firstColumn[part + 1] - firstColumn[part]);
        double from = drawn.from() + (column - firstColumn[part]) * width;
        int largest = 0;
        double low = 0;
        for (int piece = 0; piece < PARTS.length; piece++) {
            if (sum(lane, column, piece) > sum(lane, column, largest)) {
                largest = piece;
            }
        }
        for (int piece = 0; piece < PARTS.length; piece++) {
            double height = sum(lane, column, piece) / full;
            low += piece != largest && height < lowest ? height : 0;
        }
        double bottom = 0;
        for (int piece = 0; piece < PARTS.length; piece++) {
            double height = sum(lane, column, piece) / full;
            if (piece == largest) {
                height = Math.max(lowest, height + low);
            }
            if (piece == largest || height >= lowest) {
                marks.add(new Mark(lane, PARTS[piece], from, width, bottom, height));
                bottom += height;
            }
        }
    }

    private double fullest(int lane) {
        double fullest = 0;
        for (int part = 0; part + 1 < firstColumn.length; part++) {
            for (int column = firstColumn[part]; column < firstColumn[part + 1]; column++) {
                fullest = Math.max(fullest, total(lane, column) / columnNanos(part));
            }
        }
        return fullest;
    }

    private double total(int lane, int column) {
        double total = 0;
        for (int piece = 0; piece < PARTS.length; piece++) {
            total += sum(lane, column, piece);
        }
        return total;
    }

    private double sum(int lane, int column, int piece) {
        return sums[lane][column * PARTS.length + piece];
    }
}
