"""Small tables whose numbers and weights lie anywhere among the doubles, with the models that read them."""

OF_NUMBERS = ["lda", "lda --shrinkage none", "qda", "qda --estimate map", "gaussian-nb", "gaussian-nb --calibrate temperature",
              "diagonal-lda", "spherical", "centroid", "rda --rda 0.5,0.1", "fisher", "logistic", "logistic --ridge 1e-300", "perceptron",
              "least-squares", "auto", "lda --column x0=normal-score", "categorical-nb --column x0=mdl", "lda --tune"]
OF_AMOUNTS = ["poisson-nb", "gamma-nb", "geometric-nb", "exponential-nb", "multinomial-nb", "bernoulli-nb"]
MODELS = OF_NUMBERS + OF_AMOUNTS


def magnitude(source):
    """Of a column or of weights: ordinary ones are among them."""
    return 10.0 ** source.choice([0, source.uniform(-320, 307), source.choice([-307, -160, -154, -150, 15, 150, 154, 300])])


def number(source, scale, missing, of_amounts):
    if source.random() < missing:
        return ""
    value = source.choice([source.gauss(0, 1), source.gauss(3, 1), 0, 1]) * scale
    if source.random() < 0.02:
        value = magnitude(source)  # one that lies far from the others
    return repr(abs(value) if of_amounts else value)


def table(model, source):
    """Two texts of rows, and what fit is told of them."""
    columns = source.randint(1, 3)
    scales = [magnitude(source) for _ in range(columns)]
    weighs = source.random() < 0.4
    weight = magnitude(source)
    missing = source.choice([0.05, 0.05, 0.5])
    of_amounts = model in OF_AMOUNTS

    def row():
        cells = [number(source, scale, missing, of_amounts) for scale in scales]
        if weighs:
            cells.append(repr(min(weight * source.choice([1, 1, 2.5, 10.0 ** source.uniform(-20, 20)]), 1e306)))
        return ",".join([*cells, source.choice("ab")])

    header = ",".join([f"x{j}" for j in range(columns)] + ["w"] * weighs + ["label"])
    texts = ["\n".join([header, *(row() for _ in range(count))]) + "\n" for count in (source.randint(4, 40), 3)]
    roles = "" if of_amounts else "".join(f" --column x{j}=number" for j in range(columns) if f"x{j}=" not in model)
    return texts, f"--target label --model {model}{roles}{' --weight w' if weighs else ''}"
