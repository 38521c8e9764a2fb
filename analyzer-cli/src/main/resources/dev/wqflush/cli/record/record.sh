#!/bin/sh
# Records what wqflush needs to judge flushes of workqueues, for a few seconds, into one archive.
#
#   sudo sh record.sh [SECONDS [ARCHIVE]]       10 seconds into ./wqflush-HOST-TIME.tar.gz if not given
#
# Overhead: about a microsecond for each event that is recorded (workqueue items, task switches, contended locks, block
# requests); on a busy machine that is a few percent for these seconds. Probes, buffer and temporary files are removed
# when the script ends, also when it is interrupted (not by SIGKILL). Where a kernel has no trace instances, its own
# buffer is emptied, and keeps the size, the clock and the filter that were set. It writes nothing but the archive.
set -u

seconds=${1:-10}
archive=${2:-wqflush-$(uname -n)-$(date +%Y%m%d-%H%M%S).tar.gz}
case $seconds in
    '' | *[!0-9]*) echo "record: not a number of seconds: $seconds" >&2; exit 2 ;;
esac

say() { echo "record: $*" >&2; }

# ---- where tracing is

tracefs=${WQFLUSH_TRACEFS:-}
if [ -z "$tracefs" ]; then
    if [ "$(id -u)" != 0 ]; then
        say "only root may trace; run it with sudo"
        exit 2
    fi
    for place in /sys/kernel/tracing /sys/kernel/debug/tracing; do
        if [ -e "$place/tracing_on" ]; then
            tracefs=$place
            break
        fi
    done
    if [ -z "$tracefs" ] && mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null; then
        tracefs=/sys/kernel/tracing
    fi
fi
if [ ! -e "$tracefs/tracing_on" ]; then
    say "no tracefs: this kernel cannot trace, or a lockdown forbids it"
    exit 2
fi

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# An instance has a buffer of its own, so that what others trace is not disturbed.
buffer=$tracefs
instance=
if [ -d "$tracefs/instances" ]; then
    if mkdir "$tracefs/instances/wqflush" 2>/dev/null; then
        instance=$tracefs/instances/wqflush
        buffer=$instance
    else
        say "$tracefs/instances/wqflush cannot be made: is another recording running? If not: rmdir it"
        exit 2
    fi
fi

probes=
sleeping=
quiet_write() { (echo "$2" >"$1") 2>/dev/null; }
append() { (echo "$2" >>"$1") 2>/dev/null; }

clean_up() {
    trap '' INT TERM HUP PIPE
    trap - EXIT
    [ -n "$sleeping" ] && kill "$sleeping" 2>/dev/null
    quiet_write "$buffer/tracing_on" 0
    quiet_write "$buffer/current_tracer" nop
    for group in $probes workqueue lock sched/sched_switch sched/sched_waking block/block_rq_issue \
        block/block_rq_complete xfs/xfs_log_force; do
        [ -e "$buffer/events/$group/enable" ] && quiet_write "$buffer/events/$group/enable" 0
    done
    [ -n "$instance" ] && rmdir "$instance" 2>/dev/null
    for probe in $probes; do
        append "$events" "-:$probe"
    done
    rm -rf "$work"
}
trap 'clean_up' EXIT
trap 'say "interrupted; everything is undone"; exit 130' INT TERM HUP
trap 'exit 141' PIPE # the reader of our messages is gone

# ---- probes: the first form that this kernel takes

flush=__flush_workqueue # flush_workqueue up to 5.19
if ! grep -q ' [tT] __flush_workqueue$' "${WQFLUSH_KALLSYMS:-/proc/kallsyms}" 2>/dev/null; then
    flush=flush_workqueue
fi
events=$tracefs/dynamic_events
[ -e "$events" ] || events=$tracefs/kprobe_events

# probe NAME FORM...: defines the event wqflush/NAME
probe() {
    name=$1
    shift
    for form in "$@"; do
        if [ -e "$events" ] && append "$events" "$form"; then
            probes="$probes wqflush/$name"
            return 0
        fi
    done
    return 1
}

missing=
probe flush_enter \
    "f:wqflush/flush_enter $flush wq=wq:x64 name=wq->name:string" \
    "f:wqflush/flush_enter $flush wq=\$arg1:x64" \
    "p:wqflush/flush_enter $flush wq=\$arg1:x64" \
    "p:wqflush/flush_enter $flush" || missing="$missing flush_enter"
probe flush_exit \
    "f:wqflush/flush_exit $flush%return" \
    "r:wqflush/flush_exit $flush" || missing="$missing flush_exit"
probe walk \
    "f:wqflush/walk flush_workqueue_prep_pwqs wq=wq:x64 flush_color=flush_color:s32 work_color=work_color:s32" \
    "p:wqflush/walk flush_workqueue_prep_pwqs wq=\$arg1:x64 flush_color=\$arg2:s32 work_color=\$arg3:s32" ||
    missing="$missing walk"
probe walk_ret \
    "f:wqflush/walk_ret flush_workqueue_prep_pwqs%return ret=\$retval:u8" \
    "r:wqflush/walk_ret flush_workqueue_prep_pwqs ret=\$retval:u8" || missing="$missing walk_ret"

tracer=nop
case $missing in
    *flush_enter*)
        # No probes: the function tracers show calls, function_graph their returns too; never without a filter.
        for candidate in function_graph:set_graph_function function:set_ftrace_filter; do
            filter=$buffer/${candidate#*:}
            if [ -e "$filter" ] && quiet_write "$filter" "$flush" && append "$filter" flush_workqueue_prep_pwqs &&
                quiet_write "$buffer/current_tracer" "${candidate%:*}"; then
                tracer=${candidate%:*}
                break
            fi
        done
        [ "$tracer" = function_graph ] && quiet_write "$buffer/options/funcgraph-proc" 1
        ;;
esac
case $missing,$tracer in
    ,*) ;;
    *,function_graph) say "no probes here: function_graph shows the flushes and walks instead" ;;
    *,function) say "no probes here: the function tracer shows calls of flushes and walks, but no returns (grade C)" ;;
    *flush_enter*,nop)
        say "neither probes nor function tracers here: a flush is seen by nothing but what its task does (at most"
        say "grade C); enable CONFIG_KPROBE_EVENTS, or lift the lockdown, for a better one"
        ;;
    *) say "not to be had here:$missing; walks are inferred then (grade B)" ;;
esac

# ---- buffers: 512 MB in all, at most 16 MB a CPU and a sixteenth of the memory

cpus=$(grep -c '^processor' /proc/cpuinfo 2>/dev/null)
[ "${cpus:-0}" -gt 0 ] || cpus=1
kilobytes=$((512 * 1024 / cpus))
[ "$kilobytes" -gt 16384 ] && kilobytes=16384
memory=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
if [ "${memory:-0}" -gt 0 ] && [ "$kilobytes" -gt $((memory / 16 / cpus)) ]; then
    kilobytes=$((memory / 16 / cpus))
fi
[ "$kilobytes" -lt 1024 ] && kilobytes=1024
quiet_write "$buffer/buffer_size_kb" "$kilobytes"
quiet_write "$buffer/trace_clock" mono
[ -n "$instance" ] || quiet_write "$buffer/trace" '' # an instance's buffer is empty

for group in $probes workqueue lock sched/sched_switch sched/sched_waking block/block_rq_issue block/block_rq_complete \
    xfs/xfs_log_force; do
    if [ -e "$buffer/events/$group/enable" ]; then
        quiet_write "$buffer/events/$group/enable" 1
    else
        say "not to be had here: events $group"
    fi
done

# ---- record

say "recording for $seconds seconds, $kilobytes kB of buffer on each of $cpus CPUs"
quiet_write "$buffer/tracing_on" 1
sleep "$seconds" & # in the background, since a shell sees signals late while it waits for a program
sleeping=$!
wait "$sleeping"
sleeping=
quiet_write "$buffer/tracing_on" 0

# ---- collect

cp "$buffer/trace" "$work/trace.txt" 2>/dev/null || cat "$buffer/trace" >"$work/trace.txt"
for stats in "$buffer"/per_cpu/cpu*/stats; do
    [ -e "$stats" ] && { echo "$stats"; cat "$stats"; } >>"$work/stats.txt"
done
uname -a >"$work/uname.txt"
lscpu >"$work/lscpu.txt" 2>/dev/null || rm -f "$work/lscpu.txt"
dmesg 2>/dev/null | tail -n 2000 >"$work/dmesg.txt"
for file in /sys/devices/system/cpu/possible /sys/devices/system/cpu/online /sys/devices/system/node/online \
    /sys/devices/system/node/possible /sys/devices/system/node/node*/cpulist \
    /sys/devices/system/cpu/cpu*/cache/index*/level /sys/devices/system/cpu/cpu*/cache/index*/shared_cpu_list \
    /sys/devices/system/cpu/cpu*/topology/thread_siblings_list /sys/module/workqueue/parameters/* \
    /sys/devices/virtual/workqueue/*/affinity_scope /proc/mounts; do
    [ -r "$file" ] || continue
    mkdir -p "$work/${file%/*}"
    cat "$file" >"$work/$file" 2>/dev/null
done
if ! (cd "$work" && tar cf - .) | gzip -c >"$archive"; then
    say "$archive cannot be written"
    exit 2
fi
events_recorded=$(grep -vc '^#' "$work/trace.txt")
say "$archive holds $events_recorded events; look at it with: wqflush analyze $archive"
