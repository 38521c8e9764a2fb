package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.verdict.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** From the names that the user typed to the captures meant by them. */
final class Inputs {
    private final InputStream standardInput;

    Inputs(InputStream standardInput) {
        this.standardInput = standardInput;
    }

    /**
     * The capture of this name; of a folder, the captures in it.
     *
     * @throws UnreadableInput if there is none
     */
    List<Input> named(String name) {
        if (name.equals("-")) {
            return List.of(new Input(Input.STANDARD_INPUT, null, standardInput));
        }
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            return capturesIn(path, name);
        }
        if (!Files.exists(path)) {
            throw new UnreadableInput(noSuchFile(name));
        }
        return List.of(new Input(name, path, standardInput));
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

    private List<Input> capturesIn(Path folder, String name) {
        List<Path> files = filesIn(folder).filter(Files::isRegularFile).toList();
        List<Input> captures = new ArrayList<>();
        for (Path file : files) {
            if (isCapture(file)) {
                captures.add(new Input(file.toString(), file, standardInput));
            }
        }
        if (captures.isEmpty()) {
            throw new UnreadableInput(name + ": a folder with " + Words.PLAIN.things(files.size(), "file", "files")
                    + ", none a kernel trace; expected " + formats() + ". Name the captures themselves if they lie"
                    + " deeper.");
        }
        return captures;
    }

    private static boolean isCapture(Path file) {
        try (var reader = TraceFormats.open(TraceSource.file(file))) {
            return !reader.format().id().isEmpty();
        } catch (UnreadableInput e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
