"""What Windows does not have: its names in the standard library, and the modules of tests that need them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

LACKING = {
    "os": {
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "WNOHANG"),
        *("chown", "confstr", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid"),
        *("getuid", "killpg", "lchown", "mkfifo", "mknod", "nice", "openpty", "posix_fadvise", "pread", "preadv"),
        *(
            "pwrite",
            "pwritev",
            "register_at_fork",
            "sched_getaffinity",
            "sched_setaffinity",
            "sched_yield",
            "sendfile",
            "setpgid",
            "setsid",
        ),
        *("statvfs", "sync", "sysconf", "uname", "wait", "wait3", "wait4", "waitid"),
        *("getpriority", "setpriority", "PRIO_PROCESS"),
        *("get_blocking", "set_blocking"),  # Windows has them from Python 3.12 on
    },
    "signal": {
        *("ITIMER_PROF", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE"),
        *("SIGPROF", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK"),
        *("alarm", "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "sigwait"),
    },
    "select": {"POLLIN", "POLLOUT", "epoll", "kqueue", "poll"},
    "socket": {"AF_UNIX", "SO_REUSEPORT"},
}
MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
ON_LOOPS = {"add_reader", "add_signal_handler", "add_writer", "connect_read_pipe", "remove_reader", "remove_writer"}
ARGUMENTS = {"pass_fds", "preexec_fn"}

# What a test does besides: links and permissions, signals to another process, waiting for pipes, terminals.
_OF_TESTS = {
    *("chmod", "hardlink_to", "mkfifo", "symlink", "symlink_to", "os.kill", "os.link", "select.select"),
    *("send_signal", "terminate", "write_while_read", "tests.server.terminals"),
}


def names(tree: ast.AST) -> Iterator[str]:
    """The names of a module that Windows lacks, by their plain spelling: none is imported from its module."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in LACKING.get(module, ()):
                yield f"{module}.{name}"
            case ast.Attribute(attr=name) if name in ON_LOOPS:
                yield name
            case ast.Import(names=imported):
                yield from (alias.name for alias in imported if alias.name in MODULES)
            case ast.ImportFrom(module=module, names=imported):
                yield from (
                    f"{module}.{alias.name}" for alias in imported if alias.name in LACKING.get(module or "", ())
                )
                if module in MODULES:
                    yield str(module)
            case ast.keyword(arg=name) if name in ARGUMENTS:
                yield str(name)


def modules_that_need_posix() -> list[Path]:
    """The modules of tests that cannot run on Windows, as each uses itself what is not there."""
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path for path in modules if _needs_posix(ast.parse(path.read_text(encoding="utf-8")))]


def _needs_posix(tree: ast.AST) -> bool:
    return any(names(tree)) or not _OF_TESTS.isdisjoint(_used(tree))


def _used(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
            if isinstance(node.value, ast.Name):
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
