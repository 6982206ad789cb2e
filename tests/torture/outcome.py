"""Runs the tool under faults and limits, and says what is wrong with what it did."""
import os
import resource
import shutil
import signal
import struct
import subprocess
import time

GOOD_CODES = {0, 2, 3, 4, 5, 71}  # 70 is a bug, and so is every signal that nobody sent
HANGS = {-signal.SIGALRM, -signal.SIGXCPU}
PATIENCE = 10  # seconds of time for each of work: the machine may be busy with other things


class Server:
    """The tool, loaded once: each run is a process that begins with main() (FAULT_SERVER in faults.c)."""

    def __init__(self, tool, faults, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.streams = folder / "out", folder / "error"
        self.process = subprocess.Popen([tool], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                        env={**os.environ, "LD_PRELOAD": str(faults), "FAULT_SERVER": "1"})

    def run(self, words, folder, environment, memory, seconds):
        settings = [f"{key}={value}" for key, value in environment.items() if key != "LD_PRELOAD"]
        texts = [folder, memory or 0, seconds, *self.streams, len(settings), *settings, *words]
        request = b"".join(os.fsencode(str(text)) + b"\0" for text in texts)
        self.process.stdin.write(struct.pack("<I", len(request)) + request)
        code = os.waitstatus_to_exitcode(struct.unpack("<i", self.process.stdout.read(4))[0])
        out, error = (stream.read_bytes() for stream in self.streams)
        return None if code in HANGS else code, out, error

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def execute(tool, words, folder, environment, memory, seconds):
    """The exit code, or None after so many seconds of work, and what was written."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    try:
        done = subprocess.run([tool, *words], cwd=folder, env={**os.environ, **environment}, timeout=PATIENCE * seconds,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              preexec_fn=limit if memory is not None else None)
        return None if done.returncode in HANGS else done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, b"", b""


class Run:
    """One run of the tool, which is a file or a Server, with what came of it."""

    def __init__(self, tool, words, folder, environment=None, memory=None, seconds=60, allowed=()):
        self.words, self.folder, self.environment = words, folder, environment or {}
        begin = time.monotonic()
        given = words, folder, self.environment, memory, seconds
        self.code, self.out, self.error = tool.run(*given) if isinstance(tool, Server) else execute(tool, *given)
        self.seconds = time.monotonic() - begin
        self.problem = self.judge(allowed)

    def judge(self, allowed):
        if self.code is None:
            return "hangs"
        if self.code < 0:
            name = signal.Signals(-self.code).name
            return "" if name in allowed else f"ended by {name}"
        if self.code not in GOOD_CODES:
            return f"exit {self.code}: {self.error.decode(errors='replace').strip()[:200]}"
        if self.code != 0 and not self.error:
            return f"exit {self.code} without a word"
        if b"AddressSanitizer" in self.error or b"runtime error" in self.error:
            return "a sanitizer found something"
        return ""


def keep(finds, part, number, run, problem):
    """Copies the folder of a bad outcome, with the command that leads to it."""
    place = finds / f"{part}-{number}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(run.folder, place, symlinks=True)
    settings = " ".join(f"{key}={value}" for key, value in run.environment.items())
    (place / "command").write_text(f"{problem}\n{settings} suffice {' '.join(run.words)}\n", encoding="utf-8")
    return place
