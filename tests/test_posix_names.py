"""What Windows does not have is used only where the code asks for it first, or where a caller has asked.

No test runs on Windows here. So this one reads the product: each name of the standard library that Windows lacks stands
in `KNOWN`, with what happens there.
"""

from tests.import_graph import trees
from tests.paths import ROOT
from tests.posix import modules_that_need_posix, names

_NO_USERS = "without users nothing is another's"
_ONE_PROCESS = "work is done in this process"
_NO_TIMER = "nothing is bounded"
KNOWN = {
    "compiler.disk.cache_directory": ({"os.getuid"}, _NO_USERS),
    "compiler.disk.endable_process": (
        {
            *("os.PRIO_PROCESS", "os.getpriority", "os.killpg", "os.register_at_fork", "os.setpriority"),
            *("os.sched_getaffinity", "os.sched_setaffinity", "select.POLLIN", "select.poll", "signal.SIGKILL"),
        },
        "the process itself is killed, a thread waits for its answer, and all processes are alike to the system",
    ),
    "compiler.disk.git_place": ({"os.geteuid"}, _NO_USERS),
    "compiler.disk.ownership": ({"os.getuid"}, _NO_USERS),
    "compiler.disk.regular_file": ({"fcntl", "os.pread"}, "the descriptor is moved; `fcntl` is for macOS"),
    "compiler.disk.resident_memory": ({"os.O_CLOEXEC", "os.pread", "os.sysconf", "resource"}, _NO_TIMER),
    "compiler.disk.spill_file": ({"os.pread"}, "the file is moved"),
    "compiler.pipeline.budget": ({"os.sysconf"}, "the memory of the machine is not known"),
    "compiler.pipeline.deadline": ({"signal.ITIMER_VIRTUAL", "signal.SIGVTALRM", "signal.setitimer"}, _NO_TIMER),
    "compiler.pipeline.lone_process": ({"os.fork"}, _ONE_PROCESS),
    "compiler.pipeline.pool": ({"os.sched_getaffinity"}, _ONE_PROCESS),
    "compiler.store.cache.build_lock": ({"fcntl"}, "nobody waits, and two processes may build the same"),
    "compiler.store.select.processes": ({"os.register_at_fork"}, _ONE_PROCESS),
    "compiler.store.select.worker": ({"signal.ITIMER_PROF", "signal.setitimer"}, _NO_TIMER),
    "server.__main__": ({"signal.SIGPIPE"}, "there is no such signal"),
    "server.cli": ({"signal.SIGPIPE"}, "there is no such signal"),
    "server.prebuild": ({"os.fork"}, _ONE_PROCESS),
    "server.transport.http": ({"resource"}, "there is no limit of open files"),
    "server.transport.stdio": (
        {"add_reader", "add_writer", "connect_read_pipe", "os.set_blocking", "remove_reader", "remove_writer"},
        "a thread reads, and writing waits",
    ),
    "server.worker_processes": (
        {
            *("os.fork", "signal.SIGALRM", "signal.SIGKILL", "signal.SIG_BLOCK", "signal.SIG_SETMASK"),
            *("signal.SIG_UNBLOCK", "signal.alarm", "signal.pthread_sigmask"),
        },
        "`can_fork` is asked before",
    ),
}


def test_names_that_windows_lacks_are_known() -> None:
    found = {module: set(names(tree)) for module, tree in trees().items()}
    assert {module: used for module, used in found.items() if used} == {
        module: used for module, (used, _) in KNOWN.items()
    }


def test_few_modules_of_tests_need_what_windows_lacks() -> None:
    """The others are all that the Windows job of the workflow runs, and it must pass."""
    every = {*(ROOT / "tests").rglob("test_*.py")}
    needy = {*modules_that_need_posix()}
    assert ROOT / "tests" / "server" / "test_terminal.py" in needy
    assert len(needy) < len(every) / 10
