package dev.wqflush.parsers.evidence;

import java.util.List;

/**
 * A histogram as bpftrace or a bcc tool prints it.
 *
 * @param name of the map, with its key: {@code @usecs[vmstat_update]}; empty if it has none
 * @param buckets smallest first
 */
public record Histogram(String name, List<Bucket> buckets, long line) {
    /** Freezes the buckets. */
    public Histogram {
        buckets = List.copyOf(buckets);
    }

    /** Values from {@code low} to below {@code high}, in the unit that the script chose. */
    public record Bucket(long low, long high, long count) {}

    /** How many values. */
    public long count() {
        return buckets.stream().mapToLong(Bucket::count).sum();
    }

    /** The bucket that holds this share, 0 to 1, of all values. */
    public Bucket bucketOf(double share) {
        long below = 0;
        for (Bucket bucket : buckets) {
            below += bucket.count();
            if (below >= share * count()) {
                return bucket;
            }
        }
        return buckets.get(buckets.size() - 1);
    }
}
