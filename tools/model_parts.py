"""A model file taken apart, to be changed and put together with checksums that are right again (docs/format.md)."""
import copy
import json
import struct
import zlib

METADATA = ["format", "schema", "options", "sums", "labels", "fitted", "caches", "pages"]
CACHES = ["completed_mean", "completed_scatter", "completed_remainder", "constants", "last_term"]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


class Model:
    """Metadata and tensors of a model file: (name, type, shape, bytes), without pages and header_checksum."""

    def __init__(self, data):
        start = 8 + struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:start])
        self.metadata = header.pop("__metadata__")
        places = sorted(header.items(), key=lambda item: (item[1]["data_offsets"], item[0] == "header_checksum"))
        self.tensors = [
            [name, entry["dtype"], entry["shape"], data[start:][slice(*entry["data_offsets"])]]
            for name, entry in places
            if name not in ("pages", "header_checksum")
        ]

    def copy(self):
        return copy.deepcopy(self)

    def get(self, key):
        return json.loads(self.metadata[key])

    def set(self, key, value):
        """Metadata, a JSON text unless it is a string; None takes the key away."""
        if value is None:
            self.metadata.pop(key, None)
        else:
            self.metadata[key] = value if isinstance(value, str) else compact(value)
        return self

    def options(self, **changes):
        """The first reading with other options; None takes one away."""
        options = self.get("options")
        for key, value in changes.items():
            options["readings"][0][key] = value
            if value is None:
                del options["readings"][0][key]
        return self.set("options", options)

    def readings(self, readings):
        return self.set("options", self.get("options") | {"readings": readings})

    def blocks(self, *blocks):
        return self.set("schema", self.get("schema") | {"blocks": blocks})

    def tensor(self, name):
        return next(tensor for tensor in self.tensors if tensor[0] == name)

    def doubles(self, name):
        data = self.tensor(name)[3]
        return list(struct.unpack(f"<{len(data) // 8}d", data))

    def whole_numbers(self, name):
        data = self.tensor(name)[3]
        return list(struct.unpack(f"<{len(data) // 8}Q", data))

    def put(self, name, place, number):
        """Another number at a place of a tensor of doubles or of 64-bit integers."""
        tensor = self.tensor(name)
        number = struct.pack("<d" if tensor[1] == "F64" else "<Q", number)
        tensor[3] = tensor[3][: 8 * place] + number + tensor[3][8 * place + 8 :]
        return self

    def add(self, name, shape, numbers):
        """A tensor of doubles, at the end of the sums."""
        caches = [k for k, tensor in enumerate(self.tensors) if is_cache(tensor[0])]
        tensor = [name, "F64", shape, struct.pack(f"<{len(numbers)}d", *numbers)]
        self.tensors.insert(min(caches, default=len(self.tensors)), tensor)
        return self

    def drop(self, *names):
        self.tensors = [tensor for tensor in self.tensors if tensor[0] not in names]
        return self

    def without_caches(self):
        self.tensors = [tensor for tensor in self.tensors if not is_cache(tensor[0])]
        return self.set("caches", None)

    def sums_alone(self):
        return self.without_caches().set("options", None)

    def encode(self, key=None, order=None, edit=lambda header: header):
        """The bytes, with right checksums; `key` instead of that of the caches; `order` of the last two tensors; edit()
        changes the text of the header."""
        metadata = dict(self.metadata)
        paged = b"".join(tensor[3] for tensor in self.tensors)
        if "caches" in metadata:
            first = next((k for k, tensor in enumerate(self.tensors) if is_cache(tensor[0])), len(self.tensors))
            before = b"".join(tensor[3] for tensor in self.tensors[:first])
            texts = "".join(metadata.get(name, "") + "\n" for name in ("schema", "options", "sums", "labels"))
            metadata["caches"] = key or f"{zlib.crc32(texts.encode() + page_table(before)):08x}"
        table = page_table(paged)
        metadata["pages"] = f"{zlib.crc32(table):08x}"
        known = [name for name in METADATA if name in metadata]
        header = {"__metadata__": {name: metadata[name] for name in known + [n for n in metadata if n not in known]}}
        tensors = self.tensors + [["pages", "U32", [len(table) // 4], table], ["header_checksum", "U32", [1], bytes(4)]]
        if order:
            tensors = order(tensors)
        place = 0
        for name, dtype, shape, data in tensors:
            header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [place, place + len(data)]}
            place += len(data)
        text = edit(compact(header)).encode()
        text += b" " * (-len(text) % 8)
        start = struct.pack("<Q", len(text)) + text
        data = b"".join(tensor[3] for tensor in tensors)
        return start + data[:-4] + struct.pack("<I", zlib.crc32(start))


def page_table(data):
    return b"".join(struct.pack("<I", zlib.crc32(data[k : k + 4096])) for k in range(0, len(data), 4096))


def is_cache(name):
    return name.split(".")[-1] in CACHES
