"""Changes to a model file that no checksum sees: its header and tensors are edited, then the checksums made anew."""
import json
import struct

DOUBLES = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 5e-324, 1e15, 1e100, 1e154, 1e300, 1e308, -1e308, 1.7e308, float("inf"),
           float("-inf"), float("nan")]
WHOLES = [0, 1, 2, 3, 255, 2**31, 2**32 - 1, 2**53, 2**63, 2**64 - 1]
TEXTS = ["", "a", "b", "zz", "mle", "map", "mean", "predictive", "auto", "qda", "lda", "gaussian-nb", "aode", "reserve", "full",
         "pooled", "diagonal", "\x00", "ä" * 20, "1", "-1"]
WIDTHS = {"F64": 8, "U64": 8, "U32": 4, "U8": 1}


def number_text(source, kind):
    if kind == "F64":
        value = source.choice(DOUBLES) if source.random() < 0.7 else source.gauss(0, 1) * 10.0 ** source.randint(-300, 300)
        return struct.pack("<d", value)
    value = source.choice(WHOLES) if source.random() < 0.7 else source.randint(0, 40)
    return struct.pack({"U64": "<Q", "U32": "<I", "U8": "<B"}[kind], value % 2 ** (8 * WIDTHS[kind]))


def change_numbers(model, source):
    """Some numbers of one tensor, one or all of them."""
    tensor = source.choice(model.tensors)
    width = WIDTHS.get(tensor[1], 1)
    count = len(tensor[3]) // width
    if count == 0:
        return
    places = range(count) if source.random() < 0.15 else [source.randrange(count) for _ in range(source.randint(1, 3))]
    same = number_text(source, tensor[1])
    data = bytearray(tensor[3])
    for place in places:
        data[place * width:(place + 1) * width] = same if source.random() < 0.5 else number_text(source, tensor[1])
    tensor[3] = bytes(data)


def scale_tensor(model, source):
    """All doubles of a tensor times one factor: sums that fit together, of another size."""
    tensors = [tensor for tensor in model.tensors if tensor[1] == "F64"]
    if not tensors:
        return
    tensor = source.choice(tensors)
    factor = source.choice([1e-320, 1e-150, 1e150, 1e290, -1.0, 0.0])
    numbers = struct.unpack(f"<{len(tensor[3]) // 8}d", tensor[3])
    tensor[3] = struct.pack(f"<{len(numbers)}d", *(number * factor for number in numbers))


def change_shape(model, source):
    tensor = source.choice(model.tensors)
    shape = list(tensor[2])
    if shape:
        place = source.randrange(len(shape))
        shape[place] = source.choice([0, 1, shape[place] + 1, max(shape[place] - 1, 0), 2**33])
    tensor[2] = shape
    size = WIDTHS.get(tensor[1], 1)
    for extent in shape:
        size *= extent
    if size <= 1 << 20:
        tensor[3] = (tensor[3] * (size // max(len(tensor[3]), 1) + 1))[:size] if tensor[3] else bytes(size)


def change_tensors(model, source):
    """A tensor less, one twice, or one under another's name."""
    place = source.randrange(len(model.tensors))
    how = source.randrange(3)
    if how == 0 and len(model.tensors) > 1:
        del model.tensors[place]
    elif how == 1:
        model.tensors.append(list(model.tensors[place]))
        model.tensors[-1][0] = source.choice(["0.", "1.", "9.", ""]) + model.tensors[place][0].split(".")[-1]
    else:
        model.tensors[place][0] = source.choice(model.tensors)[0]


def changed_value(value, source):
    how = source.randrange(6)
    if isinstance(value, dict) and value and how < 4:
        key = source.choice(sorted(value))
        return {**value, key: changed_value(value[key], source)}
    if isinstance(value, list) and value and how < 4:
        place = source.randrange(len(value))
        return value[:place] + [changed_value(value[place], source)] + value[place + 1:]
    if isinstance(value, dict) and value and how == 4:
        key = source.choice(sorted(value))
        return {k: v for k, v in value.items() if k != key}
    if isinstance(value, list) and value and how == 4:
        return value + [source.choice(value)] if source.random() < 0.5 else value[:-1]
    return source.choice([None, True, False, [], {}, source.choice(TEXTS), source.choice(TEXTS), source.choice(WHOLES),
                          source.uniform(-2, 2), 1e300])


def change_metadata(model, source):
    key = source.choice(sorted(model.metadata))
    text = model.metadata[key]
    try:
        value = json.loads(text)
    except ValueError:  # no JSON, or changed already
        value = None
    if value is None or source.random() < 0.1:
        model.metadata[key] = source.choice(TEXTS)
        return
    model.metadata[key] = json.dumps(changed_value(value, source), separators=(",", ":"), ensure_ascii=False)


def drop_metadata(model, source):
    model.metadata.pop(source.choice(sorted(model.metadata)))


def mutated(model, source):
    """The bytes of a model with one change or a few."""
    changes = [change_numbers] * 6 + [change_metadata] * 4 + [scale_tensor] * 2 + [change_shape, change_tensors, drop_metadata]
    model = model.copy()
    if source.random() < 0.3:
        model.without_caches()
    for _ in range(source.choice([1, 1, 1, 2, 3])):
        source.choice(changes)(model, source)
    return model.encode()
