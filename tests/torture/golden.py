"""The rows and the models that are tortured: every family, rivals, missing values, words, and blocks of several kinds."""
import random
import subprocess

COLOURS = ["red", "green", "blue"]
WORDS = "buy now cheap hello friend dear again there you never".split()

FITS = {
    "lda": "numbers.csv --model lda",
    "qda": "numbers.csv --model qda --shrinkage none",
    "ledoit": "numbers.csv --model qda --shrinkage ledoit-wolf",
    "gaussian": "numbers.csv --model gaussian-nb",
    "diagonal": "numbers.csv --model diagonal-lda --calibrate temperature",
    "spherical": "numbers.csv --model spherical",
    "centroid": "numbers.csv --model centroid",
    "rda": "numbers.csv --model rda --rda 0.5,0.1",
    "fisher": "numbers.csv --model fisher --estimate map",
    "scores": "numbers.csv --model lda --column x=normal-score",
    "weighted": "numbers.csv --model lda --weight w",
    "missing": "missing.csv --model lda --shrinkage none",
    "missing_qda": "missing.csv --model qda",
    "missing_nb": "missing.csv --model gaussian-nb",
    "poisson": "amounts.csv --model poisson-nb",
    "gamma": "amounts.csv --model gamma-nb",
    "geometric": "amounts.csv --model geometric-nb",
    "exponential": "amounts.csv --model exponential-nb",
    "multinomial": "amounts.csv --model multinomial-nb",
    "bernoulli": "amounts.csv --model bernoulli-nb",
    "categorical": "values.csv --model categorical-nb --unseen reserve --labels a,b,c",
    "aode": "values.csv --model aode",
    "tan": "values.csv --model tan",
    "bins": "numbers.csv --model categorical-nb --column x=mdl --column z=equal-width:3",
    "words": "words.csv --text note --model multinomial-nb",
    "complement": "words.csv --text note --model complement-nb --max-vocabulary 5",
    "buckets": "words.csv --text note --hash-buckets 7 --ngrams 1-2",
    "mixed": "mixed.csv --model lda --column colour=categorical --column visits=count --column note=text",
    "chosen": "mixed.csv --column note=text",
    "paged": "long.csv --text note --model multinomial-nb",
    "indicators": "mixed.csv --model lda --column colour=indicators --drop note,visits",
    "isotonic": "numbers.csv --model gaussian-nb --calibrate isotonic",
    "logistic": "numbers.csv --model logistic",
    "logistic_words": "mixed.csv --model logistic --column note=text",
    "perceptron": "numbers.csv --model perceptron",
    "least_squares": "missing.csv --model least-squares",
    "far": "far.csv --model qda",
    "far_nb": "far.csv --model gaussian-nb",
    "far_logistic": "far.csv --model logistic",
}


def rows(name, source):
    """The text of a file of rows, always the same."""
    label = source.choice("ab")
    shift = 2 if label == "b" else 0
    numbers = [f"{source.gauss(shift, 1):.3f}" for _ in range(2)]
    words = " ".join(source.choice(WORDS[:7] if shift else WORDS[3:]) for _ in range(4))
    if name in ("missing", "far"):
        numbers = ["" if source.random() < 0.2 else number for number in numbers]
    return {
        "numbers": [*numbers, str(source.randint(1, 3)), label],
        "missing": [*numbers, f"{source.gauss(0, 1):.2f}", label],
        "far": [*(number and f"{1e9 + 1e-3 * float(number):.7f}" for number in numbers), label],
        "amounts": [str(source.randint(1, 5 + shift)), str(source.randint(1, 9 - shift)), label],
        "values": [source.choice(COLOURS), source.choice(COLOURS[: 2 + shift // 2]), source.choice("uvw"), label],
        "words": [words, label],
        "long": [" ".join(f"w{source.randint(0, 3000)}" for _ in range(30)), label],
        "mixed": [*numbers, source.choice(COLOURS), str(source.randint(0, 4 + shift)), words, label],
    }[name]


HEADERS = {"numbers": "x,z,w,label", "missing": "x,z,u,label", "far": "x,z,label", "amounts": "calls,hours,label", "values": "p,q,r,label",
           "words": "note,label", "long": "note,label", "mixed": "x,z,colour,visits,note,label"}


def make(tool, folder):
    """Writes rows and models into a folder; gives the models' names with the file of their rows, and the command."""
    for name, header in HEADERS.items():
        source = random.Random(name)
        lines = [header, *(",".join(rows(name, source)) for _ in range(400 if name == "long" else 40))]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="ascii")
        (folder / f"{name}-more.csv").write_text("\n".join([header, *lines[5:15]]) + "\n", encoding="ascii")
    for name, command in FITS.items():
        subprocess.run([tool, "fit", *command.split(), "--target", "label", "--threads", "1", "--quiet", "-o",
                        f"{name}.model"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return {name: command.split()[0].removesuffix(".csv") for name, command in FITS.items()}
