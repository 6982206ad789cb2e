"""The package itself: what an import costs, types, signals, threads, documents."""

import doctest
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import suffice

PACKAGE = pathlib.Path(suffice.__file__).resolve().parent
ROOT = PACKAGE.parent.parent


def _run(code, *words):
    return subprocess.run([sys.executable, *words, "-c", code], capture_output=True, text=True, check=True).stdout


def test_an_import_takes_nothing_along():
    code = ("import time, sys; start = time.perf_counter(); import suffice; print(time.perf_counter() - start);"
            "print([name for name in ('numpy', 'sklearn', 'pandas', 'suffice._suffice') if name in sys.modules])")
    tries = [_run(code).splitlines() for _ in range(3)]
    assert {modules for _, modules in tries} == {"[]"}
    assert min(float(seconds) for seconds, _ in tries) < 0.1


def test_everything_that_is_offered_is_there():
    for name in suffice.__all__:
        assert getattr(suffice, name).__doc__
    assert suffice.spark.summarise.__doc__ and suffice.plot.BoundaryDisplay.__doc__
    assert {"plot", "spark"} <= set(dir(suffice))
    with pytest.raises(AttributeError):
        suffice.nothing  # noqa: B018


def test_docstrings_run():
    for name in ("__init__", "_naive_bayes", "_discrete", "_categories", "_discriminant", "_centroid", "_generative",
                 "_rivals", "_text", "_summary"):
        module = suffice if name == "__init__" else __import__(f"suffice.{name}", fromlist=["x"])
        result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        assert result.attempted > 0 and result.failed == 0


INTERRUPTED = """
import os, signal, threading, time
import numpy as np, suffice
X = np.broadcast_to(np.random.default_rng(0).random((1, 400)), (2_000_000, 400))
y = np.zeros(len(X), dtype=np.int64); y[::2] = 1
first = np.random.default_rng(1).random((900, 400))
model = suffice.QuadraticDiscriminantAnalysis().partial_fit(first, y[:900], [0, 1])
before = model.summary_.to_bytes()
sent = []
def send():
    time.sleep(0.5); sent.append(time.perf_counter()); os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    model.partial_fit(X, y)
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
    assert model.summary_.to_bytes() == before
"""


def test_ctrl_c_ends_a_fit_and_changes_nothing():
    # 0.2 s on a machine of its own; here others may be working too.
    assert float(_run(INTERRUPTED)) < 2.0


INTERRUPTED_CALLS = """
import os, signal, sys, threading, time
import numpy as np, suffice
X = np.broadcast_to(np.random.default_rng(0).random((1, 400)), (4_000_000, 400))
codes = np.broadcast_to(np.arange(400), X.shape)
y = np.arange(len(X)) % 2
words = np.random.default_rng(2).integers(0, 3000, (60_000, 60)).astype(str)
documents = [" ".join(row) for row in words.tolist()] if sys.argv[1] == "text" else []
mixed = np.random.default_rng(3).random((400_000, 50) if sys.argv[1] in ("auto", "perceptron") else (1, 50))
model = suffice.QuadraticDiscriminantAnalysis().fit(np.random.default_rng(1).random((2000, 400)), y[:2000])
flags = suffice.BernoulliNB(binarize=0.5).fit(X[:9], y[:9])
calls = {"proba": lambda: model.predict_proba(X), "explain": lambda: model.explain(X),
         "leave_one_out": lambda: model.leave_one_out(X, y), "sample": lambda: model.sample(len(X)),
         "categories": lambda: suffice.CategoricalNB().fit(codes, y), "binarise": lambda: flags.predict(X[::2]),
         "text": lambda: suffice.TextClassifier(ngram_range=(1, 3)).fit(documents, y[:len(documents)]),
         "auto": lambda: suffice.GenerativeClassifier().fit(mixed, y[:len(mixed)]),
         "perceptron": lambda: suffice.Perceptron().fit(mixed[:, :50], y[:len(mixed)])}
sent = []
def send():
    time.sleep(0.3); sent.append(time.perf_counter()); os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
"""


@pytest.mark.parametrize("call", ["proba", "explain", "leave_one_out", "sample", "categories", "binarise", "text",
                                  "auto", "perceptron"])
def test_ctrl_c_ends_other_calls(call):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_CALLS, call], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 2.0


def test_other_threads_run_meanwhile():
    X = np.random.default_rng(0).random((200_000, 60))
    y = (X[:, 0] > 0.5).astype(np.int64)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    suffice.LinearDiscriminantAnalysis().fit(X, y)
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(start < moment < end for moment in ticks) >= 2


def test_two_threads_may_use_one_model():
    X = np.random.default_rng(0).random((20_000, 10))
    y = (X[:, 0] > 0.5).astype(np.int64)
    model = suffice.GaussianNB().fit(X, y)
    expected = model.predict_proba(X)
    failures = []

    def work():
        for _ in range(5):
            if not np.array_equal(model.predict_proba(X), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_stubs_are_those_of_the_module(tmp_path):
    made = tmp_path / "_suffice.pyi"
    words = ["-m", "nanobind.stubgen", "-q", "--exclude-values", "-m", "suffice._suffice", "-o"]
    subprocess.run([sys.executable, *words, made], check=True)
    assert made.read_text() == (PACKAGE / "_suffice.pyi").read_text(), f"make it again: python {' '.join(words)} FILE"


def test_types_hold(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", tmp_path, "--config-file",
                           ROOT / "pyproject.toml", "-p", "suffice"], capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout


def test_style_holds():
    pytest.importorskip("ruff")
    done = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", "--exclude", "*.pyi", PACKAGE.parent],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_signal_that_is_not_for_us_changes_nothing():
    X = np.random.default_rng(0).random((50_000, 20))
    y = (X[:, 0] > 0.5).astype(np.int64)
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        suffice.GaussianNB().fit(X, y)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen
