"""Reads the layers and 8-bit weights of a .tflite file, which is a FlatBuffer (google.github.io/flatbuffers): what of it a MobileNet has."""

import struct

import numpy as np

# Of the schema of TensorFlow Lite: operators by number, and types of tensors.
operators = {0: "add", 3: "mix", 4: "depthwise"}
types = {0: "<f4", 2: "<i4", 3: "u1"}


class Table:
    """A table of a FlatBuffer: where its fields lie is told by their numbers."""

    def __init__(self, data, at):
        self.data = data
        self.at = at
        self.fields = at - struct.unpack_from("<i", data, at)[0]
        self.size = struct.unpack_from("<H", data, self.fields)[0]

    def offset(self, field):
        place = 4 + 2 * field
        return struct.unpack_from("<H", self.data, self.fields + place)[0] if place < self.size else 0

    def number(self, field, form, missing=0):
        offset = self.offset(field)
        return struct.unpack_from("<" + form, self.data, self.at + offset)[0] if offset else missing

    def pointed(self, field):
        offset = self.offset(field)
        if not offset:
            return None
        at = self.at + offset
        return at + struct.unpack_from("<I", self.data, at)[0]

    def table(self, field):
        at = self.pointed(field)
        return None if at is None else Table(self.data, at)

    def numbers(self, field, form):
        at = self.pointed(field)
        if at is None:
            return np.zeros(0, form)
        return np.frombuffer(self.data, form, struct.unpack_from("<I", self.data, at)[0], at + 4)

    def tables(self, field):
        at = self.pointed(field)
        places = [] if at is None else [at + 4 + 4 * i for i in range(struct.unpack_from("<I", self.data, at)[0])]
        return [Table(self.data, place + struct.unpack_from("<I", self.data, place)[0]) for place in places]


def read_layers(path):
    """In order: kind, stride, and of those that have them weights and biases as numbers, and the names of what is read and made."""
    with open(path, "rb") as file:
        data = file.read()
    model = Table(data, struct.unpack_from("<I", data, 0)[0])
    codes = [code.number(0, "b") for code in model.tables(1)]
    graph = model.tables(2)[0]
    buffers, tensors = model.tables(4), graph.tables(0)

    def values(index):
        tensor = tensors[index]
        quantised = tensor.table(4)
        stored = buffers[tensor.number(2, "I")].numbers(0, "u1").tobytes()
        whole = np.frombuffer(stored, types[tensor.number(1, "b")]).reshape(tensor.numbers(0, "<i4"))
        zeros = quantised.numbers(3, "<i8")
        return (whole.astype(np.float64) - (zeros[0] if len(zeros) else 0)) * quantised.numbers(2, "<f4")[0]

    layers = []
    for operator in graph.tables(3):
        kind = operators.get(codes[operator.number(0, "I")])
        if kind is None:
            break
        reads, makes = operator.numbers(1, "<i4"), operator.numbers(2, "<i4")
        layer = {"kind": kind, "reads": [int(i) for i in reads], "makes": int(makes[0])}
        if kind != "add":
            layer["stride"] = operator.table(4).number(1, "i")
            weights = values(reads[1])
            # [output][row][column][input]; what each channel has for itself is [1][row][column][channel].
            layer["weights"] = weights.transpose(3, 1, 2, 0) if kind == "depthwise" else weights
            layer["biases"] = values(reads[2])
        layers.append(layer)
    return layers
