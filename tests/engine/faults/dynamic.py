"""The dynamic faults, one by one: what goes wrong while learner code runs, what becomes of it, and what shows that.

A name without a slash is a submission of the gallery, tests/engine/hostile; after each of those the next child is tried. Others are tests,
as `path::name`. Nothing is run here: test_dynamic.py holds the list to what there is, docs/explanation/trust.md prints it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HERE = "tests/engine/faults/test_dynamic.py::"
KILLED = "tests/engine/faults/test_killed_processes.py::"
HOSTILE = "tests/engine/hostile/test_hostile.py::"
WIRE = "tests/engine/test_wire.py::"
UNTRUSTED = "tests/engine/untrusted/"


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens, what becomes of it, and what shows so."""

    name: str
    ends: str
    shown: tuple[str, ...]


def fault(name: str, ends: str, *shown: str) -> Fault:
    return Fault(name, ends, shown)


FAULTS: dict[str, tuple[Fault, ...]] = {
    "Time": (
        fault("a loop without end that catches everything", "killed, out of time", "loops_forever"),
        fault("a loop without end while the file is loaded", "killed, out of time", "loops_at_import"),
        fault("a sleep of an hour", "killed, out of wall time", "sleeps"),
        fault("a lock waited for that it holds itself", "killed, out of wall time", "deadlocks"),
        fault("a power of huge numbers, in C", "killed, out of time", "big_power"),
        fault("products of matrices without end", "killed, out of time", "long_product"),
        fault("one product of two 6000×6000 matrices, in C, 300 MB resident", "killed inside it, out of time", "one_long_product"),
        fault("a regular expression that tries exponentially many ways", "killed, out of time", "catastrophic_pattern"),
        fault("a constant that takes the compiler for ever", "killed, out of time", "compiler_bomb"),
        fault("every signal ignored and blocked", "killed, out of time", "ignores_signals"),
        fault("SIGSTOP to itself", "killed, out of wall time", "stops_itself"),
        fault("four threads that spin while the main one sleeps", "counted together, killed, out of time", "spinning_threads"),
        fault("the thread that answers ended, while another spins", "killed, out of time", "ends_its_main_thread"),
        fault("the thread that answers ended, while another sleeps", "killed, out of wall time", "ends_its_main_thread_and_sleeps"),
        fault(
            "the kernel's own CPU limit: threads that spin between calls, with the signal ignored",
            "ended by the kernel, told as out of time",
            HERE + "test_the_kernels_own_limit_ends_what_burns_while_nobody_looks",
        ),
        fault("almost all of the time in every call", "each call counts; the budget of all ends it", "burns_just_below_the_limit"),
        fault(
            "clocks that stand still",
            "the parent reads the kernel's",
            "stops_the_clocks",
            UNTRUSTED + "test_calls.py::test_cpu_time_is_read_from_outside",
        ),
        fault("busy processors", "waiting costs wall time only", UNTRUSTED + "test_calls.py::test_sleeping_uses_wall_time_only"),
    ),
    "Memory": (
        fault("8 GB at once", "MemoryError", "eight_gigabytes"),
        fault("more and more, bit by bit", "MemoryError", "grows_slowly"),
        fault("more and more, every MemoryError swallowed", "killed, out of time", "grows_and_swallows"),
        fault("memory that would not count as its own", "every call refused", "memory_outside"),
        fault("threads without end", "bounded by its memory", "thread_bomb"),
        fault("threads with the smallest stacks", "bounded in number", "small_stacks"),
        fault(
            "any of the first three", "the trusted process grows by nothing", HERE + "test_a_memory_bomb_costs_the_trusted_process_nothing"
        ),
        fault(
            "values as large as may cross, from every call",
            "none is kept",
            "tests/engine/faults/test_trusted_memory.py::test_a_grading_process_does_not_keep_what_is_too_much",
        ),
    ),
    "Output": (
        fault(
            "1 GB of prints",
            "65,536 characters kept, every other one counted",
            "prints_a_gigabyte",
            HERE + "test_a_gigabyte_of_prints_is_cut_and_the_rest_is_counted",
        ),
        fault("writes to descriptor 1 without end", "OSError at the limit of its file", "floods_descriptor_one"),
        fault("a print a terabyte further on", "written at the end of what is there", "sparse_print"),
    ),
    "Disk": (
        fault("a file of 2 GB", "no file can be made", "two_gigabyte_file"),
        fault("three hundred files in each folder that everybody may write", "no file can be made", "many_small_files"),
        fault("a file beside itself", "no file can be made", "writes_beside_itself"),
        fault(
            "something left for a child that comes after or runs beside",
            "nothing can be made, nothing is found",
            "leaves_a_mailbox",
            "poisons_caches",
            "reads_the_checks",
        ),
        fault("descriptors without end", "OSError at the sixty-fourth", "takes_all_descriptors"),
    ),
    "Protocol": (
        fault("frames without end", "protocol error at the first", "floods_with_frames"),
        fault("a frame that announces 4 GB", "protocol error, no room is made", "oversized_length"),
        fault("an array of 2⁶⁰ numbers", "protocol error, no room is made", "array_too_long"),
        fault("a large frame, one byte at a time", "killed, out of wall time", "writes_drip_by_drip"),
        fault("half a frame, then the end", "the program ended", "truncated_frame"),
        fault("noise", "protocol error", "garbage"),
        fault("an answer with another number", "protocol error", "forged_frame"),
        fault("an answer of an unknown kind", "protocol error", "unknown_kind"),
        fault("an error with a verdict of its own choice", "protocol error", "forged_error"),
        fault("a grade as its answer", "taken for its value; protocol error at the next call", "forged_grade"),
        fault("an array that reaches beyond its frame", "protocol error", "array_outside"),
        fault("an array of 2⁴⁰ × 0", "protocol error", "array_of_nothing"),
        fault("an array of a dtype that there is none of", "protocol error", "array_of_no_dtype"),
        fault("an array of objects", "no value that crosses", "object_array"),
        fault("an array of records", "no value that crosses", "structured_array"),
        fault("a hundred thousand lists inside each other", "protocol error", "deep_frame"),
        fault("a list of 2³² − 1 items in five bytes", "protocol error", "count_beyond_the_frame"),
        fault("answers in advance", "protocol error", "reply_in_advance"),
        fault("all descriptors closed", "the program ended", "closes_everything"),
        fault(
            "the pipe of requests closed",
            "the program ended, at the next call",
            "stops_reading",
            HERE + "test_a_child_that_closed_the_pipe_of_requests_has_ended",
        ),
        fault(
            "8 MB of arguments that are not read",
            "killed, out of wall time",
            "ignores_requests",
            HOSTILE + "test_a_request_that_nobody_reads_times_out",
        ),
        fault("a function asked for that it was never given", "protocol error", "forged_handle"),
        fault(
            "a hundred thousand calls of ours",
            "bounded in number and depth",
            UNTRUSTED + "test_handles.py::test_the_number_of_calls_over_the_wall_is_capped",
        ),
    ),
    "System calls and privilege": (
        fault("an x32 call", "killed by the filter", "other_calling_convention"),
        fault("int 0x80, from bytes of the interpreter's own code", "killed by the filter", "makes_old_calls"),
        fault("machine code of its own", "no memory can be written and run", "writes_machine_code"),
        fault("setuid programs", "none can be started, and the user stays", "runs_setuid_programs"),
        fault("each call that is not allowed", "refused, or not there", "tries_every_call"),
    ),
    "Processes": (
        fault("a daemon: two forks and a session", "no process can be made", "daemon"),
        fault("the same after its tie to its parent is cut", "the tie cannot be cut", "cuts_its_tie"),
        fault("forks without end", "no process can be made", "fork_bomb"),
        fault(
            "the fork server killed",
            "its children end with it; our fault, and a new one starts",
            HERE + "test_a_killed_server_takes_its_children_with_it",
        ),
        fault("the fork server stopped", "replaced", KILLED + "test_a_server_that_hangs_is_replaced"),
        fault(
            "the trusted process killed",
            "everything below it ends",
            UNTRUSTED + "test_recovery.py::test_nothing_outlives_a_killed_trusted_process",
        ),
        fault(
            "a child killed from outside",
            "our fault, once more",
            KILLED + "test_a_child_that_is_killed_from_outside_is_told_from_one_that_ends_itself",
        ),
        fault("signals to the grader, the server and everybody", "every one refused", "signals_others"),
    ),
    "What a child is born with": (
        fault("descriptors", "exactly 0 to 5", "tries_every_descriptor"),
        fault("environment", "only what is the same for all", "reads_the_environment"),
        fault("memory: a secret of ours, in the environment or the heap", "not there", "scans_memory", "walks_the_stack"),
        fault("memory: text, name or file of an earlier submission", "not there", "scans_memory", "looks_for_earlier_work"),
        fault("a folder to stand in", "the root, which it cannot read", HERE + "test_a_child_stands_in_a_folder_that_has_a_name"),
        fault(
            "random numbers",
            "the same in every child",
            UNTRUSTED + "test_calls.py::test_random_numbers_without_a_seed_are_the_same_in_every_child",
        ),
    ),
    "What earlier sandboxes got wrong": (
        fault("4 MB of empty lists, each ten times as large in memory", "protocol error", "empty_lists_frame", "many_empty_containers"),
        fault("thirty thousand keys of one hash", "protocol error", "colliding_frame", "colliding_keys"),
        fault(
            "a number of 5000 digits, that no report can print",
            "protocol error",
            "long_number_frame",
            WIRE + "test_the_largest_int_still_prints",
        ),
        fault("a function that is missing", "said so, not an exception of the learner's", "empty", "not_a_function"),
        fault(
            "byte order marks and coding cookies",
            "read as Python reads them",
            HOSTILE + "test_malformed_source_is_unreadable_or_read_as_python_reads_it",
        ),
        fault(
            "mutated frames", "a value or a protocol error, never anything else", WIRE + "test_mutated_frames_give_a_value_or_a_wire_error"
        ),
        fault("files opened beside a descriptor that it has", "none is of a folder", "opens_by_descriptor"),
        fault("memory and environment of the server", "nothing can be opened", "reads_other_processes", "traces_other_processes"),
        fault(
            "a Python that only root can read",
            "loaded before root is left",
            UNTRUSTED + "test_levels.py::test_the_level_is_that_of_the_wall_which_this_user_can_have",
        ),
        fault("its own limits, and what ends it with its parent", "cannot be changed", "lifts_its_limits"),
        fault(
            "new system calls, where libc has an older way",
            "not there, so that it takes that",
            UNTRUSTED + "test_seccomp.py::test_new_calls_are_absent_and_so_is_everything_beyond",
        ),
        fault(
            "calls that are harmless with some arguments only",
            "looked at by argument",
            UNTRUSTED + "test_seccomp.py::test_arguments_are_looked_at",
        ),
        fault(
            "bubblewrap that keeps capabilities",
            "it is told to drop all",
            UNTRUSTED + "test_outer.py::test_only_python_numpy_and_two_packages_are_shown_read_only",
        ),
        fault(
            "a layer that is silently not there",
            "no learner byte reaches the child",
            "tests/engine/faults/test_layers_missing.py::test_a_child_with_less_than_was_measured_gets_nothing",
        ),
    ),
}


def table(out: Callable[[str], object]) -> None:
    """The list as a table for a page."""
    for group, faults in FAULTS.items():
        out(f"\n**{group}**\n\n| fault | what becomes of it | shown by |\n| --- | --- | --- |\n")
        for each in faults:
            shown = ", ".join(f"`{name.rpartition('::')[2]}`" for name in each.shown)
            out(f"| {each.name} | {each.ends} | {shown} |\n")
    out("\n")
