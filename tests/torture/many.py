"""Tables with many classes, columns, values, words, dates, blocks or declared labels, with the models that read them: time in the
square of any shows, and memory for each class and column, or each class and word, that the table does not have."""
import json


def table(rows, classes, columns, cell):
    header = ",".join([*(f"x{j}" for j in range(columns)), "label"])
    lines = [",".join([*(cell(i, j) for j in range(columns)), f"class {i % classes}"]) for i in range(rows)]
    return "\n".join([header, *lines]) + "\n"


def number(i, j):
    return str((7919 * i + 104_729 * j) % 1009 / 100)


def mixed(i, j):
    return f"value {(i + j) % 5}" if j % 3 == 0 else "" if (i + j) % 11 == 0 else number(i, j)


def words(count):
    return lambda i, _: '"' + " ".join(f"w{(31 * i + 7 * k) % count}" for k in range(20)) + '"'


def date(i, j):
    return f"2024-{1 + (i + j) % 12:02}-{1 + (3 * i + j) % 28:02}"


TABLES = {
    "classes of numbers": (table(2000, 1000, 2, number), "",
                           ["auto", "lda", "qda", "gaussian-nb", "centroid", "fisher", "gamma-nb", "least-squares"]),
    "classes of values": (table(2000, 1000, 2, lambda i, _: f"value {i % 7}"), "", ["auto", "categorical-nb", "aode", "tan"]),
    "classes by values": (table(4000, 1000, 2, lambda i, j: f"value {(31 * i + 7 * j) % 2000}"), "--column x0,x1=categorical",
                          ["categorical-nb", "tan"]),
    "classes of words": (table(2000, 1000, 1, words(500)), "--delimiter , --text x0", ["auto", "multinomial-nb", "bernoulli-nb", "complement-nb"]),
    "classes by words": (table(4000, 2000, 1, words(40_000)), "--delimiter , --text x0", ["multinomial-nb", "complement-nb"]),
    "classes by buckets": (table(4000, 2000, 1, words(40_000)), "--delimiter , --text x0 --hash-buckets 32768", ["multinomial-nb"]),
    "dates": (table(20, 2, 12_000, date), "", ["auto", "gaussian-nb", "naive-bayes"]),
    "declared labels": (table(20, 5, 5000, number), f"--labels {','.join(f'l{c}' for c in range(5000))}",
                        ["gaussian-nb", "centroid", "naive-bayes", "logistic"]),
    "columns of numbers": (table(8, 2, 5000, number), "", ["auto", "gaussian-nb", "centroid", "gamma-nb", "logistic"]),
    "columns of values": (table(8, 2, 5000, lambda i, j: f"value {(i + j) % 3}"), "", ["auto", "categorical-nb", "logistic"]),
    "mixed columns": (table(20, 2, 5000, mixed), "", ["auto", "naive-bayes", "logistic"]),
    "values": (table(20_000, 2, 1, lambda i, _: f"value {i}"), "--column x0=categorical", ["auto", "categorical-nb", "logistic"]),
    "words": (table(5000, 2, 1, words(50_000)), "--delimiter , --text x0", ["auto", "bernoulli-nb", "complement-nb", "logistic"]),
}

BLOCKS = 1000
TABLES["blocks"] = (table(20, 2, BLOCKS, number), "", ["lda", "gaussian-nb"])
SCHEMA = json.dumps({"target": "label", "blocks": [{"kind": "measurements", "features": [f"x{j}"]} for j in range(BLOCKS)]})


def commands(name):
    """What is run beside the commands of every model; the rows that an outlier is compared with are thousands."""
    return ["inspect {model} --json", *(["predict {model} {rows} --outlier 0.01"] if name.startswith("classes") else [])]


def options(name, model):
    """What fit is told of a table."""
    if name == "blocks":
        return f"--schema schema.json --model {model}"
    return f"--target label --column label=categorical {TABLES[name][1]} --model {model}"
