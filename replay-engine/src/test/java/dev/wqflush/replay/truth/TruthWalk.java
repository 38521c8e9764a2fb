package dev.wqflush.replay.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** One row of a {@code *.walks.tsv}: what the kernel counted for one walk. */
record TruthWalk(
        String pointer,
        int tid,
        String kind,
        boolean armedAny,
        long visits,
        long poolLocks,
        long nodeLocks,
        long armed,
        long v2PoolLocks,
        long listVisits,
        long listPoolLocks,
        long pwqs,
        String time,
        String workqueue) {

    static List<TruthWalk> read(Path file) throws IOException {
        return parse(Files.readAllLines(file));
    }

    static List<TruthWalk> parse(List<String> lines) {
        List<String> header = List.of(lines.get(0).split("\t", -1));
        List<TruthWalk> walks = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cell = line.split("\t", -1);
            ToLongFunction<String> number = name -> Long.parseLong(cell[header.indexOf(name)]);
            walks.add(new TruthWalk(
                    cell[header.indexOf("wq_ptr")],
                    (int) number.applyAsLong("tid"),
                    cell[header.indexOf("kind")],
                    number.applyAsLong("armed_any") == 1,
                    number.applyAsLong("visits"),
                    number.applyAsLong("pool_locks"),
                    number.applyAsLong("node_locks"),
                    number.applyAsLong("armed"),
                    number.applyAsLong("v2_pool_locks"),
                    number.applyAsLong("al_visits"),
                    number.applyAsLong("al_pool_locks"),
                    number.applyAsLong("pwqs"),
                    cell[header.indexOf("time_s")],
                    cell[header.indexOf("wq")]));
        }
        return walks;
    }
}
