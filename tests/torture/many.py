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


def indicators(columns):
    return {"kind": "measurements", "features": [f"{c}=value 0" for c in columns],
            "indicators": [{"column": c, "values": ["value 0"], "without": ["value 1", "value 2"]} for c in columns]}


def prices(i, j):
    return "$" + number(i, j)


def wide(columns, cell, block=None):
    """Eight rows of so many columns, and a schema where a block of them is given."""
    names = [f"x{j}" for j in range(columns)]
    schema = {"schema.json": json.dumps({"target": "label", "blocks": [block(names)]})} if block else {}
    return {"rows.csv": table(8, 2, columns, cell), **schema}


def value(i, j):
    return f"value {(i + j) % 3}"


FIT = "fit rows.csv --target label -o m.model"
# A hundred thousand columns and more, of which all pairs would take minutes: files, and the commands that read them.
WIDE = {
    "columns without names": ({"rows.csv": "\n".join([100_000 * "," + "label", 100_000 * "1," + "a", 100_000 * "2," + "b"]) + "\n"}, [FIT]),
    "prices": (wide(50_000, prices), [FIT, "merge m.model m.model -o two.model", "update m.model rows.csv -o more.model"]),
    "unknown values": ({**wide(150_000, value), "others.csv": table(8, 2, 150_000, lambda i, j: f"other {(i + j) % 3}")},
                       [f"{FIT} --model categorical-nb", "predict m.model others.csv", "explain m.model others.csv"]),
    "gaps as values": (wide(150_000, value, lambda names: {"kind": "categories", "features": names,
                                                            "missing_values": [f"x{j * 7919 % 150_000}" for j in range(150_000)]}),
                       ["fit rows.csv --schema schema.json --model categorical-nb -o m.model", "inspect m.model --json"]),
    "indicators": (wide(20_000, value, indicators), ["fit rows.csv --schema schema.json --model gaussian-nb -o m.model", "explain m.model rows.csv"]),
    "bins": (wide(40_000, number, lambda names: {"kind": "categories", "features": names, "edges": {c: [2, 5, 7] for c in names}}),
             ["fit rows.csv --schema schema.json --model categorical-nb -o m.model", "explain m.model rows.csv", "evaluate m.model rows.csv"]),
    "numbered columns": ({"rows.svm": "a 1:1 2:2\nb 1:2 2:1\na 1:1.5 2:2\nb 1:2 2:1.3\n",
                          "more.csv": "\n".join([f"label,{','.join(map(str, range(1, 200_001)))}", "a" + 200_000 * ",1", "b" + 200_000 * ",2"]) + "\n"},
                         ["fit rows.svm --format svmlight --model gaussian-nb -o m.model", "update m.model more.csv -o more.model"]),
}


def commands(name):
    """What is run beside the commands of every model; the rows that an outlier is compared with are thousands."""
    return ["inspect {model} --json", *(["predict {model} {rows} --outlier 0.01"] if name.startswith("classes") else [])]


def options(name, model):
    """What fit is told of a table."""
    if name == "blocks":
        return f"--schema schema.json --model {model}"
    return f"--target label --column label=categorical {TABLES[name][1]} --model {model}"
