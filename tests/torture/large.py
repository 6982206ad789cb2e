"""Model files of megabytes that are to be refused: one thing is too long or too often, with right checksums, or a page is damaged
behind lists as long as they may be; and those with such lists that are sound."""
import json

SIZE = 24_000_000
PART = SIZE // 5
KEY = 3_000_000  # a key may be about so long


def padded(model):
    """Fills the file up to its size with a tensor that may be there."""
    rest = max(0, SIZE - len(model.encode()))
    model.tensors.append(["0.mean_remainder", "U8", [rest], bytes(rest)])
    return model


def with_schema(change):
    def crafted(model):
        schema = model.get("schema")
        change(schema)
        return padded(model.set("schema", schema))
    return crafted


def with_option(key, text):
    return lambda model: padded(model.options(**{key: text}))


def metadata(key, text):
    return lambda model: padded(model.set(key, text))


def with_tensors(count, name="t{}"):
    def crafted(model):
        model.tensors += [[name.format(k), "U8", [0], b""] for k in range(count)]
        return padded(model)
    return crafted


def named(key):
    def change(schema):
        schema["blocks"][0][key] = "x" * 3 * PART
    return change


def one_feature(schema):
    schema["blocks"][0]["features"] = ["x" * PART]


def many_features(count, digits=0):
    def change(schema):
        schema["blocks"][0]["features"] = [f"{k:0{digits}}" for k in range(count)]
    return change


def scores(schema):
    schema["blocks"][0]["normal_scores"] = {"x" * KEY: 0}
    schema["blocks"][0]["features"] = ["x" * KEY]


def with_dropped(model):
    schema = model.get("schema")
    schema["dropped"] = {f"column{k}": "constant" for k in range(100_000)}
    return model.set("schema", schema)


def with_markers(model):
    schema = model.get("schema")
    schema["dialect"] = {"missing": [str(k) for k in range(250_000)]}
    return model.set("schema", schema)


def with_trials(model):
    trials = [{"option": "shrinkage", "value": str(k), "score": 1} for k in range(30_000)]
    return model.set("tuning", {"criterion": "loo", "rows": 150, "folds": 0, "before": 1, "after": 1, "trials": trials})


def with_ranking(model):
    models = [{"name": str(k), "log_loss": 1} for k in range(100_000)]
    return model.set("ranking", {"rows": 150, "folds": 5, "models": models})


CRAFTED = {
    "format": metadata("format", "suffice " + "x" * 4 * PART),
    "format of control characters": metadata("format", "suffice " + "\x01" * (4 * PART // 6)),
    "unknown key": metadata("k" * KEY, ""),
    "unknown key of control characters": metadata("\x01" * (KEY // 6), ""),
    "text of a key": metadata("schema", "x" * 4 * PART),
    "numbers": metadata("schema", "[" + "0," * (PART // 2) + "0]"),
    "target": with_schema(lambda schema: schema.update(target="t" * 4 * PART)),
    "kind": with_schema(named("kind")),
    "ngrams": with_schema(named("ngrams")),
    "feature": with_schema(one_feature),
    "feature of normal scores": with_schema(scores),
    "features": with_schema(many_features(1_000_000)),
    "long features": with_schema(many_features(60_000, 100)),
    "labels": metadata("labels", json.dumps([str(k) for k in range(1_000_000)])),
    "sums": metadata("sums", json.dumps(["s" * 3 * PART])),
    "model": with_option("model", "m" * 4 * PART),
    "estimate": with_option("estimate", "m" * 4 * PART),
    "shrinkage": with_option("shrinkage", "m" * 4 * PART),
    "pseudocount": with_option("pseudocount", "m" * 4 * PART),
    "class prior": lambda model: padded(model.set("options", model.get("options") | {"class_prior": "p" * 4 * PART})),
    "tensors": with_tensors(90_000),
    "more tensors": with_tensors(150_000),
    "tensors of long names": with_tensors(40_000, "tensor with a rather long name, so that it takes memory {}"),
    "name of a tensor": with_tensors(1, "t" * KEY),
    "type of a tensor": lambda model: (model.tensors.append(["t", "U" * 3 * PART, [0], b""]), padded(model))[1],
    "extents": lambda model: (model.tensors.append(["t", "U8", [0] * (PART // 4), b""]), padded(model))[1],
    "markers of missing values": with_markers,
    "ranking": with_ranking,
}


# Sound, with lists as long as they may be.
SOUND = {
    "dropped columns": with_dropped,
    "trials": with_trials,
}
# The same but for the damage that is done to their last page.
DAMAGED = {f"damage behind {name}": craft for name, craft in SOUND.items()}


def damaged(data):
    place = len(data) - 16  # before the checksums of one page and of the header
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def twice(header):
    name = "k" * (KEY // 2)
    return f'{header[:-1]},"{name}":0,"{name}":0}}'


def crafted(model, name):
    """The bytes of such a file."""
    if name == "key twice":
        return padded(model.copy()).encode(edit=twice)
    if name in DAMAGED:
        return damaged(DAMAGED[name](model.copy()).encode())
    return (CRAFTED | SOUND)[name](model.copy()).encode()


NAMES = [*CRAFTED, *SOUND, *DAMAGED, "key twice"]
