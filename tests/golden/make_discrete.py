# Writes discrete_tables.txt, documents.txt and discrete.txt: count tables, documents, and what scikit-learn makes of them.
"""Which setting is MODELS §5 and §6 (read off scikit-learn 1.9.1): alpha is the pseudocount of `mean`. MultinomialNB and
BernoulliNB count every column, also one that never occurs. ComplementNB has no class prior where there are two classes or
more; norm divides by the sum of the logs. TfidfTransformer(norm=None) has our idf; it knows no weights. CategoricalNB has
the values 0 … M−1 that occur or that min_categories says. CountVectorizer with the pattern \\w+ has our words, apart from
marks; its character n-grams are ours too, apart from a single tab; max_features keeps the terms of most tokens, ties in the order of the terms.
"""

import numpy as np
from golden_format import FOLDER, prior_text, write_sections
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, MultinomialNB

GIVEN = {2: [0.3, 0.7], 3: [0.2, 0.5, 0.3], 5: [0.1, 0.2, 0.3, 0.3, 0.1]}


def count_table(random, rows, columns, classes):
    """Counts whose rates differ by class and column; column 0 never occurs, column 1 in class 0 alone, row 0 is empty."""
    labels = np.arange(rows) % classes
    rates = random.gamma(0.7, 1.5, size=(classes, columns))
    values = random.poisson(rates[labels])
    values[:, 0] = 0
    values[:, 1] = np.where(labels == 0, values[:, 1], 0)
    values[0] = 0
    return values, labels


def category_table(random, rows, sizes, classes):
    labels = np.arange(rows) % classes
    columns = []
    for size in sizes:
        tables = random.dirichlet(np.full(size, 0.8), classes)
        columns.append([random.choice(size, p=tables[c]) for c in labels])
    return np.array(columns).T, labels


def tables():
    random = np.random.default_rng(41)
    made = {
        "counts": count_table(random, 60, 12, 3),
        "bits": count_table(random, 80, 8, 2),
        "wide": count_table(random, 45, 150, 5),
        "weighted": count_table(random, 50, 9, 3),
        "categories": category_table(random, 90, [2, 3, 4, 6, 2], 3),
        "weighted_categories": category_table(random, 70, [3, 5, 2], 2),
    }
    made["bits"] = (np.minimum(made["bits"][0], 1), made["bits"][1])
    weights = {"weighted": random.integers(0, 5, 50) * 0.5, "weighted_categories": random.integers(0, 4, 70)}
    return made, weights


WORDS = "free prize call now win cash meet lunch home later love see money urgent claim work train book".split()
HAND = [
    "Subscribe to Pewdiepie!",
    "",
    "don't e-mail me at x_y@example.org",
    "ÄRGER, Straße, naïve café — ÉTÉ",
    "Привет мир, привет МИР",
    "你好 世界 你好",
    "2 + 2 = 4; 10,000 things",
    "two  spaces   here",
]


def documents(random):
    """Lines of label and text; the first come by hand."""
    lines = [("ham" if i % 2 else "spam", text) for i, text in enumerate(HAND)]
    for i in range(60):
        label = ["ham", "news", "spam"][i % 3]
        rates = np.roll(np.linspace(1, 12, len(WORDS)), 5 * (i % 3))
        words = random.choice(WORDS, size=random.integers(1, 14), p=rates / rates.sum())
        lines.append((label, " ".join(word.title() if random.random() < 0.2 else word for word in words)))
    return lines


def joint(model, rows):
    """log joint of scikit-learn; for complement the scores."""
    return model.predict_joint_log_proba(rows)


def add(sections, name, model, rows, labels, weights=None, transform=lambda rows: rows):
    model.fit(transform(rows), labels, sample_weight=weights)
    sections[name + "/log_joint"] = joint(model, transform(rows))


def term_models(sections, table, rows, labels, weights):
    given = GIVEN[labels.max() + 1]
    for alpha in (1, 0.1, 2.5):
        name = f"{table}/{{}}/mean:{alpha}/"
        uniform = [1 / len(given)] * len(given)
        for family, make in {"multinomial-nb": MultinomialNB, "bernoulli-nb": BernoulliNB}.items():
            case = name.format(family)
            add(sections, case + "-/empirical", make(alpha=alpha), rows, labels, weights)
            add(sections, case + "-/uniform", make(alpha=alpha, class_prior=uniform), rows, labels, weights)
            add(sections, case + f"-/{prior_text(given)}", make(alpha=alpha, class_prior=given), rows, labels, weights)
        once = lambda values: np.minimum(values, 1)
        add(sections, name.format("boolean-nb") + "-/empirical", MultinomialNB(alpha=alpha), rows, labels, weights, once)
        case = name.format("complement-nb")
        add(sections, case + "-/empirical", ComplementNB(alpha=alpha), rows, labels, weights)
        add(sections, case + "normalised/empirical", ComplementNB(alpha=alpha, norm=True), rows, labels, weights)
        if weights is None:
            idf = TfidfTransformer(norm=None).fit(rows)
            weigh = lambda values: idf.transform(values).toarray()
            add(sections, name.format("multinomial-nb") + "tf-idf/empirical", MultinomialNB(alpha=alpha), rows, labels,
                None, weigh)
            add(sections, case + "tf-idf/empirical", ComplementNB(alpha=alpha), rows, labels, None, weigh)


def category_models(sections, table, rows, labels, weights):
    given = GIVEN[labels.max() + 1]
    for alpha in (1, 0.1, 2.5):
        name = f"{table}/categorical-nb/mean:{alpha}/-"
        add(sections, name + "/empirical", CategoricalNB(alpha=alpha), rows, labels, weights)
        add(sections, f"{name}/{prior_text(given)}", CategoricalNB(alpha=alpha, class_prior=given), rows, labels, weights)


def text_models(sections, lines):
    labels, texts = zip(*lines)
    readings = {
        "-": {},
        "ngrams=1-2": {"ngram_range": (1, 2)},
        "ngrams=char:2-3": {"analyzer": "char", "ngram_range": (2, 3), "token_pattern": None},
        "min-df=2": {"min_df": 2},
        "min-df=3,max=12": {"min_df": 3, "max_features": 12},
        "stop=call.free.now": {"stop_words": ["call", "free", "now"]},
    }
    for reading, options in readings.items():
        counter = CountVectorizer(**{"token_pattern": r"(?u)\w+"} | options)
        rows = counter.fit_transform(texts)
        name = f"documents/{{}}/mean:0.5/{reading}/empirical"
        add(sections, name.format("multinomial-nb"), MultinomialNB(alpha=0.5), rows, labels)
        add(sections, name.format("bernoulli-nb"), BernoulliNB(alpha=0.5), rows, labels)
        add(sections, name.format("complement-nb"), ComplementNB(alpha=0.5), rows, labels)
        sections[f"documents/-/-/{reading}/-/terms"] = [rows.shape[1]]


def main():
    made, weights = tables()
    tables_file = {}
    sections = {}
    for name, (rows, labels) in made.items():
        tables_file[f"{name}/values"] = rows
        tables_file[f"{name}/labels"] = labels
        if name in weights:
            tables_file[f"{name}/weights"] = weights[name]
        models = category_models if "categories" in name else term_models
        models(sections, name, rows, labels, weights.get(name))
    lines = documents(np.random.default_rng(43))
    (FOLDER / "documents.txt").write_text("".join(f"{label}\t{text}\n" for label, text in lines), encoding="utf-8")
    text_models(sections, lines)
    write_sections("discrete_tables.txt", "Made by make_discrete.py.", tables_file)
    write_sections("discrete.txt", "Made by make_discrete.py.", sections)


if __name__ == "__main__":
    main()
