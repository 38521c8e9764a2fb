package dev.wqflush.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The standard streams and what stands behind them. The output streams are not buffered and throw when the other end is
 * gone.
 *
 * @param charset what the locale says text is encoded in
 * @param environment the variables that the program looks at
 */
public record Terminal(
        InputStream in,
        OutputStream out,
        OutputStream err,
        Device outDevice,
        Device errDevice,
        Charset charset,
        Map<String, String> environment) {

    /** What a standard stream is connected to. */
    public enum Device {
        /** A person reads it. */
        TERMINAL,
        /** Another program reads it and may stop. */
        PIPE,
        /** A file, or something unknown. */
        FILE
    }

    private static final int WIDEST = 100;
    private static final int NARROWEST = 80;

    /** The streams of this process. */
    public static Terminal system() {
        return new Terminal(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                device(1),
                device(2),
                Charset.forName(System.getProperty("native.encoding", "UTF-8")),
                System.getenv());
    }

    /** Columns that reports may fill: what {@code COLUMNS} says, between 80 and 100. */
    public int width() {
        try {
            int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", String.valueOf(WIDEST)));
            return Math.max(NARROWEST, Math.min(WIDEST, columns));
        } catch (NumberFormatException e) {
            return WIDEST;
        }
    }

    /** Whether any character can be shown. */
    public boolean isUnicode() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    // Java 17 cannot tell which of the standard streams is a terminal; Linux can.
    private static Device device(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            if (target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console")) {
                return Device.TERMINAL;
            }
            return target.startsWith("pipe:") || target.startsWith("socket:") ? Device.PIPE : Device.FILE;
        } catch (IOException | UnsupportedOperationException e) {
            return Device.FILE;
        }
    }
}
