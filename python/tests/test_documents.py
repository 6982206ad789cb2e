"""What is written about the package runs, and is that of the package."""

import doctest
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = {
    "streaming": ["the same bits as one fit of all rows: True"],
    "shards": ["80,000 rows", "as one process has it, to rounding: True", "without the third shard: 60,000 rows"],
    "forgetting": ["as if they had never been there: True", "refused: column 'kind', value 'boats'"],
}


@pytest.mark.parametrize("page", ["python.md", "python-tutorial.md"])
def test_pages_run(page, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    known = {"messages": str(ROOT / "python" / "examples" / "messages.tsv")}
    result = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, globs=known,
                              optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert result.attempted > 10 and result.failed == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name):
    pytest.importorskip("pandas")
    done = subprocess.run([sys.executable, ROOT / "python" / "examples" / f"{name}.py"], capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    for line in EXAMPLES[name]:
        assert line in done.stdout


def test_the_page_of_the_package_is_that_of_its_docstrings():
    done = subprocess.run([sys.executable, ROOT / "tools" / "python_api", "--check"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
