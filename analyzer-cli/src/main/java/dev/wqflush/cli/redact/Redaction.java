package dev.wqflush.cli.redact;

import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.replay.topology.KnownWorkqueues;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells names that users, hosts or vendors gave as tokens, {@code task-1}, {@code dev-1}, {@code file-1}, numbered in
 * the order in which they are first told; one object serves all outputs of a run. What the kernel names stays:
 * functions, its own threads, the classes of its workqueues, its events.
 *
 * <p>What the analysis reads off names stays readable: a worker's pool, the kind of a workqueue where its name says it,
 * and that a rescuer is called like its workqueue, cut as tasks' names are.
 */
public final class Redaction implements Naming {
    /** Tasks have names of 15 bytes. */
    private static final int LONGEST_TASK = 15;

    private static final String WORKER = "kworker/";
    private static final String DEVICE = "dev-";
    private static final Pattern POOL_OR_RESCUER = Pattern.compile("(kworker/(?:R-|u?\\d+:\\d+H?))([-+]?)(.*)");
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z_.$][\\w.$]*");
    private static final Pattern ADDRESS = Pattern.compile("(?:0x)?[0-9a-f]+|[(]_+ptrval_+[)]|%p");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern EVENT = Pattern.compile("([\\w-]+:)?([\\w-]+)(:[a-zA-Z]{0,8})?");
    private static final Pattern SYSTEM_CALL = Pattern.compile("sys_(?:enter_|exit_)?[a-z0-9_]+");
    private static final Pattern QUOTE = Pattern.compile(" ?\\([^()]*\\)");
    private static final String STANDARD_INPUT = "standard input";

    private final Map<String, String> tasks = new HashMap<>();
    private final Map<String, String> workqueues = new HashMap<>();
    private final Map<String, String> recorded = new HashMap<>();

    /** By the first bytes, in which a rescuer and its workqueue are alike. */
    private final Map<String, String> stems = new HashMap<>();

    /** How many workqueues have a stem. */
    private final Map<String, Integer> alike = new HashMap<>();

    private final Map<String, Map<String, String>> tokens = new HashMap<>();
    private final Map<String, Integer> given = new HashMap<>();

    @Override
    public String task(String name) {
        return tasks.computeIfAbsent(name, this::ofTask);
    }

    private String ofTask(String name) {
        if (name.isEmpty() || name.equals("<idle>") || name.equals("<...>")) {
            return name;
        }
        Matcher worker = POOL_OR_RESCUER.matcher(name);
        if (worker.matches()) {
            String workqueue = String.valueOf(worker.group(3));
            boolean cut = name.length() == LONGEST_TASK && KernelNames.WORKQUEUES.hasBeginning(workqueue);
            return cut ? name : worker.group(1) + worker.group(2) + classed(workqueue, "wq-");
        }
        if (name.startsWith(WORKER)) {
            return WORKER + stem(name, "task-");
        }
        return KernelNames.THREADS.has(name) ? name : rescuerOrTask(name);
    }

    private String rescuerOrTask(String name) {
        int thread = KernelNames.THREADS.classLength(name);
        if (thread > 0) {
            return withDevice(name, thread);
        }
        int workqueue = KernelNames.WORKQUEUES.classLength(name);
        boolean named = KernelNames.WORKQUEUES.has(name) || (workqueue > 0 && name.charAt(workqueue) == '/');
        return named ? classed(name, "task-") : stem(name, "task-");
    }

    @Override
    public String workqueue(String name) {
        return workqueues.computeIfAbsent(name, this::ofWorkqueue);
    }

    private String ofWorkqueue(String name) {
        boolean own = name.isEmpty()
                || ADDRESS.matcher(name).matches()
                || KernelNames.WORKQUEUES.has(name)
                || KernelNames.WORKQUEUES.classLength(name) > 0;
        String told = own ? classed(name, "wq-") : unknown(name);
        recorded.put(told, name);
        return told;
    }

    /** A stem, told apart from other workqueues that begin alike, and the word that says the kind. */
    private String unknown(String name) {
        String stem = stem(name, "wq-");
        int before = alike.merge(stem, 1, Integer::sum);
        String kind = switch (KnownWorkqueues.byName(name)) {
            case ORDERED -> "-ordered";
            case UNBOUND -> "-unbound";
            case PER_CPU -> "-percpu";
            case BH -> "_bh";
            case UNKNOWN -> "";
        };
        return stem + (before == 1 ? "" : "." + before) + kind;
    }

    /** A name of the kernel's with its device told by a token; a stem if it is none. */
    private String classed(String name, String word) {
        if (name.isEmpty() || ADDRESS.matcher(name).matches() || KernelNames.WORKQUEUES.has(name)) {
            return name;
        }
        int end = KernelNames.WORKQUEUES.classLength(name);
        return end > 0 ? withDevice(name, end) : stem(name, word);
    }

    /** A number is no name; a device that may be cut is told by the beginning that all tokens of devices share. */
    private String withDevice(String name, int end) {
        int from = KernelNames.isSeparator(name.charAt(end)) ? end + 1 : end;
        String device = name.substring(from);
        if (device.isEmpty() || NUMBER.matcher(device).matches()) {
            return name;
        }
        String before = name.substring(0, from);
        return before + (name.length() == LONGEST_TASK ? DEVICE : token(DEVICE, device));
    }

    private String stem(String name, String word) {
        String beginning = name.length() > LONGEST_TASK ? name.substring(0, LONGEST_TASK) : name;
        return stems.computeIfAbsent(beginning, any -> word + next(word));
    }

    @Override
    public String function(String name) {
        boolean plain = name.isEmpty()
                || SYMBOL.matcher(name).matches()
                || ADDRESS.matcher(name).matches();
        return plain ? name : token("function-", name);
    }

    /** With its group only if that is the kernel's too. */
    @Override
    public String event(String name) {
        Matcher parts = EVENT.matcher(name);
        if (name.isEmpty() || !parts.matches()) {
            return name.isEmpty() ? name : token("event_", name);
        }
        String group = parts.group(1);
        String event = String.valueOf(parts.group(2));
        if (!KernelNames.EVENTS.has(event) && !SYSTEM_CALL.matcher(event).matches()) {
            return token("event_", name);
        }
        boolean kept = group == null || KernelNames.SYSTEMS.has(group.substring(0, group.length() - 1));
        return kept ? name : name.substring(group.length());
    }

    @Override
    public String file(String name) {
        return name.isEmpty() || name.equals(STANDARD_INPUT) ? name : token("file-", name);
    }

    @Override
    public String sentence(String sentence) {
        return QUOTE.matcher(sentence).replaceAll("");
    }

    @Override
    public PartialEvidence evidence(PartialEvidence evidence) {
        return new RedactedEvidence(this).of(evidence);
    }

    @Override
    public String recordedWorkqueue(String told) {
        return recorded.getOrDefault(told, told);
    }

    @Override
    public boolean quotes() {
        return false;
    }

    /** What stands for anything else that has a name. */
    String token(String word, String name) {
        return tokens.computeIfAbsent(word, any -> new HashMap<>()).computeIfAbsent(name, any -> word + next(word));
    }

    private int next(String word) {
        return given.merge(word, 1, Integer::sum);
    }
}
