# Other programs that learn from text, on files of one document a line, a file for each class.
"""Each peer takes the files, a folder to work in and a number of threads, and returns seconds to learn and to predict; None
where it is not installed. It may raise, as fastText does when its weights diverge. What a peer needs in another shape is written before the clock starts."""

import shutil
import subprocess
import time

try:
    import fasttext
except ImportError:
    fasttext = None


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def bogofilter(files, folder, threads):
    """It knows ham and spam and takes mail: the first half of the classes is ham, each document a letter of a mailbox. One
    thread is all it has."""
    if shutil.which("bogofilter") is None:
        return None
    words = folder / "bogofilter"
    shutil.rmtree(words, ignore_errors=True)
    words.mkdir()
    mailboxes = []
    for kind, part in {"ham": files[: len(files) // 2], "spam": files[len(files) // 2 :]}.items():
        mailboxes.append(folder / f"{kind}.mbox")
        with open(mailboxes[-1], "wb") as mailbox:
            for file in part:
                for line in open(file, "rb"):
                    mailbox.write(b"From x Thu Jan  1 00:00:00 2026\nSubject: x\n\n" + line + b"\n")

    def run(mailbox, *options):
        with open(mailbox, "rb") as mail:
            status = subprocess.run(["bogofilter", "-C", "-d", words, "-M", *options], stdin=mail,
                                    stdout=subprocess.DEVNULL).returncode
        if status == 3:  # 0, 1 and 2 are spam, ham and unsure
            raise RuntimeError("bogofilter ended with status 3")

    learning = timed(lambda: [run(mailbox, option) for mailbox, option in zip(mailboxes, ["-n", "-s"])])
    return learning, timed(lambda: [run(mailbox, "-t") for mailbox in mailboxes])


def fast_text(files, folder, threads):
    """One epoch, and what else is its default."""
    if fasttext is None:
        return None
    labelled = folder / "fasttext.txt"
    documents = []
    with open(labelled, "w", encoding="utf-8") as out:
        for c, file in enumerate(files):
            lines = file.read_text(encoding="utf-8").splitlines()
            out.writelines(f"__label__{c} {line}\n" for line in lines)
            documents += lines
    model = []
    learning = timed(lambda: model.append(
        fasttext.train_supervised(input=str(labelled), epoch=1, thread=threads, verbose=0)))
    return learning, timed(lambda: model[0].predict(documents))


PEERS = {"bogofilter": bogofilter, "fastText": fast_text}
