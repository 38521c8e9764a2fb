package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.topology.TopologyReader;
import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.evidence.EvidenceReader;
import dev.wqflush.parsers.input.ArchiveMembers;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.verdict.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** From the names that the user typed to the captures meant by them. */
final class Inputs {
    private static final String STANDARD_INPUT = "standard input";

    /** A support bundle has some thousand files; an archive without end must not fill the disk. */
    private static final ArchiveMembers.Limits LIMITS = new ArchiveMembers.Limits(100_000, 1L << 36, 1L << 36);

    /** Bytes of a member that tell whether it is a capture. */
    private static final int HEAD = 1 << 20;

    /** Captures are read twice: longer ones are kept in a file. */
    private static final int IN_MEMORY = 64 << 10;

    /** Bytes of a member that tell what else it is. */
    private static final int SHOWN = 4 << 10;

    private final InputStream standardInput;

    /** What each input is that was looked at: none is, twice. */
    private final Map<Input, Look> looks = new HashMap<>();

    private record Look(boolean isTrace, @Nullable EvidenceText text) {
        static Look at(Input input) {
            boolean isTrace = TraceFormats.isTrace(input.look());
            return new Look(isTrace, isTrace ? null : EvidenceText.in(input));
        }
    }

    Inputs(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    /**
     * The capture of this name; of a folder or an archive, the captures in it.
     *
     * @throws UnreadableInput if there is none
     */
    List<Input> named(String name) {
        return chosen(name, input -> TraceFormats.isTrace(input.look()));
    }

    /**
     * The capture or text of this name; of a folder or an archive, the captures in it and what else tells something.
     *
     * @throws UnreadableInput if there is none
     */
    List<Input> telling(String name) {
        return chosen(name, input -> look(input).isTrace() || text(input) != null);
    }

    /** The files that they are in. */
    static List<Path> paths(List<Input> inputs) {
        return inputs.stream().map(Input::path).filter(Objects::nonNull).toList();
    }

    /** What an input tells that is no trace; null if it is one, or tells nothing. */
    @Nullable
    EvidenceText text(Input input) {
        return look(input).text();
    }

    private Look look(Input input) {
        return looks.computeIfAbsent(input, Look::at);
    }

    private List<Input> chosen(String name, Predicate<Input> choice) {
        List<Input> files = allOf(name);
        Path path = Path.of(name);
        if (name.equals("-") || !(Files.isDirectory(path) || ArchiveMembers.isArchive(path))) {
            return files;
        }
        List<Input> captures = files.stream().filter(choice).toList();
        if (captures.isEmpty()) {
            throw new UnreadableInput(name + ": " + Words.PLAIN.things(files.size(), "file", "files")
                    + ", none a kernel trace; expected " + formats() + ". `wqflush info " + name
                    + "` says what each file is.");
        }
        return captures;
    }

    /**
     * The file of this name, whatever it is; of a folder or an archive, all files in it.
     *
     * @throws UnreadableInput if there is no such file
     */
    List<Input> allOf(String name) {
        if (name.equals("-")) {
            return List.of(standardInput());
        }
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            return filesIn(path)
                    .filter(Files::isRegularFile)
                    .map(file -> file(file, file.toString()))
                    .toList();
        }
        if (!Files.exists(path)) {
            throw new UnreadableInput(noSuchFile(name));
        }
        return ArchiveMembers.isArchive(path) ? members(path, name) : List.of(file(path, name));
    }

    /** Standard input, whose head can be looked at before it is read. */
    private Input standardInput() {
        PushbackInputStream in = new PushbackInputStream(standardInput, HEAD);
        AtomicReference<byte[]> head = new AtomicReference<>();
        return new Input(STANDARD_INPUT, null, () -> TraceSource.stream(in, STANDARD_INPUT), () -> {
            byte[] seen = head.get();
            if (seen == null) {
                seen = beginning(in);
                head.set(seen);
            }
            return TraceSource.bytes(seen, STANDARD_INPUT);
        });
    }

    private static byte[] beginning(PushbackInputStream in) {
        try {
            byte[] head = in.readNBytes(HEAD);
            in.unread(head);
            return head;
        } catch (IOException e) {
            throw new UnreadableInput(STANDARD_INPUT + ": cannot be read (" + e.getMessage() + ").", e);
        }
    }

    /** The sentence for a name that nothing has. */
    static String noSuchFile(String name) {
        Path path = Path.of(name);
        Path folder = path.toAbsolutePath().getParent();
        Path file = path.getFileName();
        if (folder == null || file == null || !Files.isDirectory(folder)) {
            return name + ": no such file; there is no folder " + folder + " either.";
        }
        List<String> neighbours =
                filesIn(folder).map(p -> String.valueOf(p.getFileName())).toList();
        return NearMiss.of(file.toString(), neighbours)
                .map(near -> name + ": no such file; did you mean " + path.resolveSibling(near) + "?")
                .orElse(name + ": no such file; check the name and the folder.");
    }

    private static Input file(Path path, String name) {
        return new Input(name, path, () -> TraceSource.file(path, name));
    }

    /** Captures are kept, of other files only so much as tells what they are; those of sysfs are for the topology. */
    private static List<Input> members(Path archive, String name) {
        List<Input> members = new ArrayList<>();
        ArchiveMembers.forEach(archive, LIMITS, (member, content) -> {
            if (TopologyReader.isOfSysfs(member)) {
                return;
            }
            String memberName = name + ":" + member;
            byte[] head = content.readNBytes(HEAD);
            members.add(new Input(memberName, archive, keep(head, content, memberName)));
        });
        return members;
    }

    private static Supplier<TraceSource> keep(byte[] head, InputStream rest, String name) throws IOException {
        if (!TraceFormats.isTrace(TraceSource.bytes(head, name))) {
            boolean tells = !EvidenceReader.read(TraceSource.bytes(head, name))
                    .evidence()
                    .isEmpty();
            byte[] beginning = tells ? head : Arrays.copyOf(head, Math.min(head.length, SHOWN));
            return () -> TraceSource.bytes(beginning, name);
        }
        if (head.length <= IN_MEMORY) {
            return () -> TraceSource.bytes(head, name);
        }
        Path file = Files.createTempFile("wqflush-", ".member");
        file.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(head);
            rest.transferTo(out);
        }
        return () -> TraceSource.file(file, name);
    }

    private static String formats() {
        return TraceFormats.all().stream()
                .map(format -> format.descriptor().title())
                .collect(Collectors.joining(", "));
    }

    private static Stream<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UnreadableInput(folder + ": the folder cannot be read (" + e.getMessage() + ").", e);
        }
    }
}
