package dev.wqflush.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {
    private static final Map<String, String> SYSFS = new TreeMap<>(Map.ofEntries(
            Map.entry("version", "Linux version 7.3.4-wqlab (root@vm) (gcc 12.2.0) #2 SMP\n"),
            Map.entry("dmesg.txt", "6:smpboot: CPU0: AMD QEMU TCG CPU version 2.5+ (family: 0xf)\n"),
            Map.entry("sys/devices/system/cpu/possible", "0-7\n"),
            Map.entry("sys/devices/system/cpu/online", "0-3\n"),
            Map.entry("sys/devices/system/node/possible", "0-2\n"),
            Map.entry("sys/devices/system/node/node0/cpulist", "0-1\n"),
            Map.entry("sys/devices/system/node/node1/cpulist", "2-3\n"),
            Map.entry("sys/devices/system/cpu/cpu0/cache/index0/level", "1\n"),
            Map.entry("sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list", "0\n"),
            Map.entry("sys/devices/system/cpu/cpu0/cache/index2/level", "3\n"),
            Map.entry("sys/devices/system/cpu/cpu0/cache/index2/shared_cpu_list", "0-1\n"),
            Map.entry("sys/devices/system/cpu/cpu1/cache/index2/level", "3\n"),
            Map.entry("sys/devices/system/cpu/cpu1/cache/index2/shared_cpu_list", "0-1\n"),
            Map.entry("sys/devices/system/cpu/cpu2/cache/index2/level", "3\n"),
            Map.entry("sys/devices/system/cpu/cpu2/cache/index2/shared_cpu_list", "2-3\n"),
            Map.entry("sys/module/workqueue/parameters/default_affinity_scope", "cache_shard\n"),
            Map.entry("sys/module/workqueue/parameters/cache_shard_size", "4\n")));

    private static final String LSCPU = """
            Architecture:             x86_64
            CPU(s):                   8
              On-line CPU(s) list:    0-7
            NUMA:
              NUMA node(s):           2
              NUMA node0 CPU(s):      0-3
              NUMA node1 CPU(s):      4-7
            """;

    @TempDir
    private Path folder;

    @Test
    void topologyJson() throws IOException {
        Path file = write("topology.json", """
                {
                 "kernel": "6.1.0-57-amd64",
                 "possible": "0-127",
                 "online": "0-3",
                 "nodes_online_cpus": ["0-3", ""],
                 "llc": ["0-1", "2-3"],
                 "default_affinity_scope": null,
                 "emulated": "qemu, TCG",
                 "note": {"ignored": [1, 2]}
                }
                """);

        assertThat(TopologyReader.read(file, "t.json"))
                .isEqualTo(new Topology(
                        KernelRelease.parse("6.1.0-57-amd64"),
                        CpuSet.firstCpus(128),
                        true,
                        CpuSet.firstCpus(4),
                        List.of(CpuSet.parse("0-3"), CpuSet.parse("")),
                        List.of(CpuSet.parse("0-1"), CpuSet.parse("2-3")),
                        null,
                        8,
                        Map.of(),
                        Map.of(),
                        "qemu, TCG",
                        "t.json"));
    }

    @Test
    void aCopiedSysfsTree() throws IOException {
        unpack(folder);

        assertThat(TopologyReader.read(folder, "case")).isEqualTo(ofSysfs("case"));
    }

    @Test
    void sysItself() throws IOException {
        unpack(folder);

        Topology topology = TopologyReader.read(folder.resolve("sys"), "sys");

        assertThat(topology.possible()).isEqualTo(CpuSet.firstCpus(8));
        assertThat(topology.nodes()).hasSize(3);
        assertThat(topology.kernel()).isNull();
    }

    @Test
    void anArchiveOfSysfsAtAnyDepth() throws IOException {
        for (String prefix : List.of("", "./", "case-0412/")) {
            Path archive = archive(prefix);

            assertThat(TopologyReader.read(archive, "sysfs.tar.gz")).isEqualTo(ofSysfs("sysfs.tar.gz"));
        }
    }

    @Test
    void aSupportBundleWithOutputsOfCommands() throws IOException {
        Path bundle = archive(Map.of(
                "sosreport/sos_commands/processor/lscpu",
                LSCPU,
                "sosreport/sos_commands/kernel/uname_-a",
                "Linux host 6.12.9-amd64 #1 SMP x86_64 GNU/Linux\n",
                "sosreport/sos_commands/kernel/dmesg",
                "[    0.000000] setup_percpu: NR_CPUS:8192 nr_cpumask_bits:16 nr_cpu_ids:16 nr_node_ids:2\n",
                "sosreport/var/log/messages",
                "[    0.000000] setup_percpu: nr_cpu_ids:99\n"));

        Topology topology = TopologyReader.read(bundle, "bundle");

        assertThat(topology.possible()).isEqualTo(CpuSet.firstCpus(16));
        assertThat(topology.possibleKnown()).isTrue();
        assertThat(topology.online()).isEqualTo(CpuSet.firstCpus(8));
        assertThat(topology.nodes()).containsExactly(CpuSet.parse("0-3"), CpuSet.parse("4-7"));
        assertThat(topology.kernel()).isEqualTo(KernelRelease.parse("6.12.9-amd64"));
        assertThat(TopologyReader.isDescribedIn(bundle)).isTrue();
    }

    @Test
    void anArchiveThatDescribesNoMachine() throws IOException {
        Path bundle = archive(Map.of("trace.txt", "# tracer: nop\n"));

        assertThat(TopologyReader.isDescribedIn(bundle)).isFalse();
        assertThatThrownBy(() -> TopologyReader.read(bundle, "bundle"))
                .isInstanceOf(UnreadableInput.class)
                .hasMessage("--topology bundle: archive without sys/devices/system/cpu/possible, lscpu or dmesg from"
                        + " boot; copy /sys/devices/system/cpu and node, or give --cpus N.");
    }

    @Test
    void lscpuWithoutOptions() throws IOException {
        Topology topology = TopologyReader.read(write("lscpu.txt", LSCPU), "lscpu.txt");

        assertThat(topology.online()).isEqualTo(CpuSet.firstCpus(8));
        assertThat(topology.possibleKnown()).isFalse();
        assertThat(topology.nodes()).hasSize(2);
    }

    @Test
    void aFolderWithTopologyJson() throws IOException {
        write("topology.json", "{\"possible\": \"0-15\"}");

        assertThat(TopologyReader.read(folder, "case").possible()).isEqualTo(CpuSet.firstCpus(16));
    }

    @Test
    void lscpuDoesNotKnowThePossibleCpus() throws IOException {
        Path file = write("lscpu.txt", """
                # The following is the parsable format, which can be fed to other
                # programs. Each different item in every column has an unique ID
                # starting usually from zero.
                # CPU,Core,Socket,Node,,L1d,L1i,L2,L3
                0,0,0,0,,0,0,0,0
                1,1,0,0,,1,1,1,0
                2,2,1,1,,2,2,2,1
                3,3,1,1,,3,3,3,1
                """);

        Topology topology = TopologyReader.read(file, "lscpu.txt");

        assertThat(topology.possibleKnown()).isFalse();
        assertThat(topology.online()).isEqualTo(CpuSet.firstCpus(4));
        assertThat(topology.nodes()).containsExactly(CpuSet.parse("0-1"), CpuSet.parse("2-3"));
        assertThat(topology.caches()).containsExactly(CpuSet.parse("0-1"), CpuSet.parse("2-3"));
    }

    @Test
    void lscpuMaySayWhichAreOnline() throws IOException {
        Path file = write("lscpu.txt", "# CPU,Node,Online\n0,0,Y\n1,0,Y\n2,,N\n");

        assertThat(TopologyReader.read(file, "lscpu.txt").online()).isEqualTo(CpuSet.firstCpus(2));
    }

    @Test
    void wqDumpTellsKindsAndPools() throws IOException {
        Path file = write("wq_dump.txt", """
                Affinity Scopes
                ===============
                wq_unbound_cpumask=0000000f

                CACHE (default)
                  nr_pods  1
                  pod_cpus [0]=0000000f

                Workqueue CPU -> pool
                =====================
                [    workqueue     \\     type   CPU  0  1  2  3 dfl]
                events                   percpu       0  2  4  6
                events_highpri           percpu       1  3  5  7
                events_unbound           unbound      9  9 10 10  8
                xfs-sync/sda1            percpu       0  2  4  6
                netns                    ordered      8  8  8  8  8
                my queue                 unbound,S    9  9 10 10  8
                events_bh                bh          11 12 13 14
                twice                    percpu       0  2  4  6
                twice                    unbound      9  9 10 10  8

                Workqueue -> rescuer
                ====================
                """);

        Topology topology = TopologyReader.read(file, "wq_dump.txt");

        assertThat(topology.possible()).isEqualTo(CpuSet.firstCpus(4));
        assertThat(topology.possibleKnown()).isTrue();
        assertThat(topology.affinityScope()).isEqualTo("cache");
        assertThat(topology.workqueueKinds())
                .containsOnly(
                        Map.entry("events", WorkqueueKind.PER_CPU),
                        Map.entry("events_highpri", WorkqueueKind.PER_CPU),
                        Map.entry("events_unbound", WorkqueueKind.UNBOUND),
                        Map.entry("xfs-sync/sda1", WorkqueueKind.PER_CPU),
                        Map.entry("netns", WorkqueueKind.ORDERED),
                        Map.entry("my queue", WorkqueueKind.UNBOUND),
                        Map.entry("events_bh", WorkqueueKind.BH));
        assertThat(topology.unboundPwqPools())
                .containsOnly(
                        Map.entry("events_unbound", List.of(9, 9, 10, 10, 8)),
                        Map.entry("my queue", List.of(9, 9, 10, 10, 8)));
    }

    @Test
    void anythingElseIsRefusedInASentence() throws IOException {
        Path file = write("notes.txt", "the machine has 128 CPUs\n");

        assertThatThrownBy(() -> TopologyReader.read(file, "notes.txt"))
                .isInstanceOf(UnreadableInput.class)
                .hasMessage("--topology notes.txt: describes no machine that can be read; expected topology.json, a"
                        + " copied sysfs tree or its tar.gz, `lscpu`, `lscpu -p` or wq_dump.py. --cpus N gives"
                        + " the number of possible CPUs alone.");
    }

    @Test
    void damageIsToldInASentence() throws IOException {
        for (String json : List.of(
                "{\"possible\": \"0-7\", \"online\": \"7-0\"}",
                "{\"possible\": \"0-9999999\"}",
                "{\"online\": \"0\"}",
                "{\"possible\": \"0-7\"")) {
            Path file = write("t.json", json);

            assertThatThrownBy(() -> TopologyReader.read(file, "t.json"))
                    .isInstanceOf(UnreadableInput.class)
                    .hasMessageStartingWith("--topology t.json: damaged: ")
                    .hasMessageEndingWith("; copy it again, or give --cpus.");
        }
        assertThatThrownBy(() -> TopologyReader.read(folder, "case"))
                .isInstanceOf(UnreadableInput.class)
                .hasMessage("--topology case: folder without sys/devices/system/cpu/possible; copy"
                        + " /sys/devices/system/cpu and node, or give --cpus N.");
    }

    private static Topology ofSysfs(String source) {
        return new Topology(
                KernelRelease.parse("7.3.4-wqlab"),
                CpuSet.firstCpus(8),
                true,
                CpuSet.firstCpus(4),
                List.of(CpuSet.parse("0-1"), CpuSet.parse("2-3"), CpuSet.parse("")),
                List.of(CpuSet.parse("0-1"), CpuSet.parse("2-3")),
                "cache_shard",
                4,
                Map.of(),
                Map.of(),
                "QEMU TCG CPU",
                source);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static void unpack(Path folder) throws IOException {
        for (Map.Entry<String, String> file : SYSFS.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    private Path archive(String prefix) throws IOException {
        Map<String, String> files = new TreeMap<>();
        SYSFS.forEach((path, content) -> files.put(prefix + path, content));
        return archive(files);
    }

    private Path archive(Map<String, String> files) throws IOException {
        Path archive = folder.resolve("sysfs.tar.gz");
        try (OutputStream out = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(out))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.US_ASCII);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        return archive;
    }
}
