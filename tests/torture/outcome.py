"""Runs the tool under faults and limits, and says what is wrong with what it did."""
import os
import resource
import shutil
import signal
import subprocess
import time

GOOD_CODES = {0, 2, 3, 4, 5, 71}  # 70 is a bug, and so is every signal that nobody sent


class Run:
    """One run of the tool, with what came of it."""

    def __init__(self, tool, words, folder, environment=None, memory=None, seconds=60, allowed=()):
        self.words, self.folder, self.environment = words, folder, environment or {}

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if memory is not None:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        begin = time.monotonic()
        try:
            done = subprocess.run([tool, *words], cwd=folder, env={**os.environ, **self.environment}, timeout=seconds,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                  preexec_fn=limit if memory is not None else None)
            self.code, self.out, self.error = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            self.code, self.out, self.error = None, b"", b""
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
