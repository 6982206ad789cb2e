"""What the scripts of this folder share: which files are the tree's own, which of them a source includes, and how programs
stand in one source."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = {".git", ".venv", "build", "suffice-demo", "__pycache__"}  # what make leaves behind, and git
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)


def tracked():
    """The files that git tracks, or None where ROOT is not the top of a repository: an exported tree, a copy."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout

    try:
        if pathlib.Path(git("rev-parse", "--show-toplevel").strip()).resolve() != ROOT:
            return None
        return [ROOT / name for name in git("ls-files", "-z").split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        return None


def walked():
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in MADE]
        yield from (pathlib.Path(folder, name) for name in names)


def own_files(*folders, suffixes=None):
    """The files of the tree, or of some folders of it, sorted: those that git tracks. What a build, a demo or a reader leaves
    in the folder is not looked at. Without a repository: every file but what make leaves behind."""
    known = tracked()
    bases = [ROOT / folder for folder in folders] or [ROOT]
    return sorted(path for path in (walked() if known is None else known)
                  if path.is_file() and any(path.is_relative_to(base) for base in bases)
                  and (suffixes is None or path.name.endswith(tuple(suffixes))))


def reached(path, seen):
    """The files of ours that a source includes, directly or not, itself first."""
    if path in seen:
        return seen
    seen[path] = None
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for base in (path.parent, ROOT / "include", ROOT / "src", ROOT / "cli"):
            if (base / name).is_file():
                reached((base / name).resolve(), seen)
                break
    return seen


def as_namespace(path):
    """The lines of a program as a part that others can stand beside, line by line: what follows its includes is in a
    namespace of the file's name, and its entry has the file's name too."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = max(number for number, line in enumerate(lines, 1) if INCLUDE.match(line))
    while lines[start].startswith("#"):  # the end of a condition that the last of them stands in
        start += 1
    body = re.sub(r"\b(main|LLVMFuzzerTestOneInput)(?=\()", rf"\1_of_{path.stem}", "\n".join(lines[start:]))
    return [*lines[:start], f"namespace in_{path.stem} {{{body}", "}"]
