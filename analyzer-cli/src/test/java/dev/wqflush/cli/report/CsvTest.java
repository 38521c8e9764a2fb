package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

class CsvTest {
    @Test
    void walksHaveOneRowPerWalkAndModel() throws IOException {
        String csv = Rendered.text(new WalksCsv(), new SampleReports().build());

        assertThat(csv.lines().limit(2))
                .containsExactly(
                        "walk,time_s,wq,wq_ptr,task,tid,cpu,flush,kind,flush_color,work_color,source,model,visits,"
                                + "visits_low,visits_high,pool_locks,pool_locks_low,pool_locks_high,node_locks,"
                                + "node_locks_low,node_locks_high,armed,kept,dropped,time_ns_low,time_ns,"
                                + "time_ns_high,time_kind,grade",
                        "1,71.000500123,xfs-cil/ram0,0xffff888004f00400,'=cmd|' /C calc'!A0,4001,1,1,first,1,2,probe,"
                                + "legacy-v0,192,192,192,16128,16128,16128,0,0,0,1,0,0,143128,264765,4877700,"
                                + "modelled,A");
        List<CSVRecord> rows = parse(csv);
        assertThat(rows).hasSize(2 * SampleReports.MODELS.size());
        assertThat(rows.get(3).get("model")).isEqualTo("active-list");
        assertThat(rows.get(3).get("visits_high")).isEqualTo("5");
        assertThat(rows.get(4).get("wq_ptr")).isEmpty();
        assertThat(csv).doesNotContain("\r");
    }

    @Test
    void flushesHaveOneRowEach() throws IOException {
        String csv = Rendered.text(new FlushesCsv(), new SampleReports().build());

        assertThat(csv).isEqualTo("""
                        flush,wq,wq_ptr,task,tid,start_s,end_s,ns,path,color,walks,mutex_ns,walk_ns,items_ns,wakeup_ns,other_ns,awaited_function,awaited_cpu,saved_ns_low,saved_ns,saved_ns_high,class,grade
                        1,xfs-cil/ram0,0xffff888004f00400,fsync,4001,71.000000000,71.900250750,900250750,first,1,1,0,20000,900225750,5000,0,xlog_cil_push_work,3,9100,13500,49600,walk-bound,A
                        2,xfs-cil/ram0,0xffff888004f00400,fsync,4002,71.400000000,,1440000000,first,2,1,0,20000,1439975000,5000,0,xlog_cil_push_work,3,0,0,0,stuck,A
                        3,kblockd,,fsync,4003,71.500000000,71.500025000,25000,first,3,1,0,20000,0,5000,0,,,-50,120,700,healthy,A
                        """);
    }

    @Test
    void timesWithoutUnitAreLeftOut() throws IOException {
        CSVRecord walk = parse(Rendered.text(
                        new WalksCsv(), new SampleReports().untimed().build()))
                .get(0);
        CSVRecord flush = parse(Rendered.text(
                        new FlushesCsv(), new SampleReports().untimed().build()))
                .get(0);

        assertThat(walk.get("time_s")).isEmpty();
        assertThat(List.of(flush.get("start_s"), flush.get("end_s"), flush.get("ns"), flush.get("items_ns")))
                .containsOnly("");
    }

    @Test
    void aNameIsNoFormula() throws IOException {
        for (String start : List.of("=", "+", "-", "@", "\t")) {
            Report report = new SampleReports().named(start + "1,2\"x").build();

            CSVRecord row = parse(Rendered.text(new FlushesCsv(), report)).get(0);

            assertThat(row.get("wq")).isEqualTo("'" + start + "1,2\"x");
        }
    }

    private static List<CSVRecord> parse(String csv) throws IOException {
        return CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(new StringReader(csv))
                .getRecords();
    }
}
