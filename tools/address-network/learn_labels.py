"""Learns the networks that say what words in Latin letters, and Chinese, Japanese and Korean characters are
(packages/addresses/tagging/word-network.bin, han-network.bin and east-network.bin).

    node tools/address-network/write-lessons.ts latin ONE --texts 95000 --seed 993
    node tools/address-network/write-lessons.ts latin OTHER --texts 95000 --seed 994
    python3 tools/address-network/learn_labels.py ONE OTHER [--check FILE ...] [--epochs 2] [--seed 1] --to word-network.bin

and for characters `han`, 72000 texts each of the seeds 731 and 732, or `east`, as many of 741 and 742, and --seed 5. Lessons are texts whose every word has its features
(32-bit hashes) and its label, as write-lessons.ts writes them; a checked file is one that nothing is learnt from. The network: rows of a
hashed table, one for each feature, are summed for each word (so many numbers, and the scores of labels beside them); four layers of
three taps see the neighbours near and far; a linear chain joins the labels (Lafferty, McCallum, Pereira 2001), whose sums over all paths
and their slopes are worked out here. Wants PyTorch, on the processor; a quarter of an hour on one thread.
"""

import argparse
import json
import random
import time
import zlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional

BITS = 16
WIDTH = 48
REACHES = (1, 2, 4, 8)
TEXTS_AT_ONCE = 48
RATE = 2e-3
# Shares of features and of numbers that a text is learnt without: none may tell alone. With a fifth of the features, two rounds knew the
# messages by heart, and read new ones worse than after one.
FEATURES_DROPPED = 0.5
NUMBERS_DROPPED = 0.3


class Text:
    """A text: features of all words in one row, where each word's begin, and the labels."""

    def __init__(self, kind, starts, ids, gold):
        self.kind, self.starts, self.ids = kind, starts.copy(), ids.astype(np.uint16)
        self.gold = gold.astype(np.uint8)


def read_texts(path):
    """The labels of the file, and its texts."""
    with open(path, "rb") as file:
        labels = json.loads(file.readline())
        numbers = np.frombuffer(file.read(), dtype="<i4")
    texts, at = [], 0
    while at < len(numbers):
        kind, words, features = numbers[at : at + 3]
        at += 3
        starts = numbers[at : at + words + 1]
        ids = numbers[at + words + 1 : at + words + 1 + features]
        gold = numbers[at + words + 1 + features : at + 2 * words + 1 + features]
        texts.append(Text(int(kind), starts, ids & (2**BITS - 1), gold))
        at += 2 * words + 1 + features
    return labels, texts


class Table:
    """The rows of all features; only those of the texts at hand are learnt, each as Adam does (Kingma, Ba 2015)."""

    def __init__(self, columns):
        self.weight = torch.randn(2**BITS, columns) * 0.05
        self.weight[:, WIDTH:] = 0
        self.means, self.squares = torch.zeros_like(self.weight), torch.zeros_like(self.weight)
        self.place_of = np.zeros(2**BITS, np.int64)
        self.used, self.rows, self.steps = None, None, 0

    def sum(self, ids, offsets):
        is_used = np.zeros(2**BITS, bool)
        is_used[ids] = True
        self.used = np.flatnonzero(is_used)
        self.place_of[self.used] = np.arange(len(self.used))
        self.used = torch.from_numpy(self.used)
        self.rows = self.weight[self.used].requires_grad_()
        return functional.embedding_bag(torch.from_numpy(self.place_of[ids]), self.rows, offsets, mode="sum")

    def step(self, rate):
        self.steps += 1
        slope = self.rows.grad
        means = self.means[self.used].mul_(0.9).add_(slope, alpha=0.1)
        squares = self.squares[self.used].mul_(0.999).addcmul_(slope, slope, value=0.001)
        self.means[self.used], self.squares[self.used] = means, squares
        pace = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        self.weight[self.used] = self.rows.detach().addcdiv(means, squares.sqrt_().add_(1e-8), value=-pace)


class LabelNetwork(nn.Module):
    def __init__(self, labels):
        super().__init__()
        self.labels = labels
        self.table = Table(WIDTH + labels)
        self.biases = nn.Parameter(torch.zeros(WIDTH))
        self.layers = nn.ModuleList(
            [nn.Conv1d(WIDTH, WIDTH, 3, padding=reach, dilation=reach) for reach in REACHES]
        )
        self.last = nn.Linear(WIDTH, labels)
        self.transitions = nn.Parameter(torch.zeros(labels + 1, labels + 1))
        self.dropped = nn.Dropout(NUMBERS_DROPPED)

    def forward(self, ids, offsets, text_of, place_of, texts, longest):
        sums = self.table.sum(ids, offsets)
        near = sums[:, :WIDTH] + self.biases
        values = near.new_zeros(texts, longest, WIDTH)
        direct = near.new_zeros(texts, longest, self.labels)
        mask = near.new_zeros(texts, longest)
        values[text_of, place_of] = functional.relu(near)
        direct[text_of, place_of] = sums[:, WIDTH:]
        mask[text_of, place_of] = 1
        values = values.transpose(1, 2)
        for layer in self.layers:
            values = (values + functional.relu(layer(self.dropped(values)))) * mask[:, None]
        return self.last(self.dropped(values).transpose(1, 2)) + direct, mask


class ChainLoss(torch.autograd.Function):
    """How unlikely the labels are, in nats, of all texts: sums over all paths, forward and backward (Rabiner 1989), scaled token by token."""

    @staticmethod
    def forward(ctx, scores, mask, gold, transitions):
        texts, longest, labels = scores.shape
        given = scores.detach().numpy().transpose(1, 0, 2)
        alive = mask.numpy().T[:, :, None] > 0
        weights = transitions.detach().numpy()
        steps, first, last = np.exp(weights[:labels, :labels]), np.exp(weights[labels, :labels]), np.exp(weights[:labels, labels])
        tops = given.max(2, keepdims=True)
        each = np.exp(given - tops)
        forward, norms = np.empty_like(each), np.ones((longest, texts, 1), np.float32)
        for at in range(longest):
            sums = (first if at == 0 else forward[at - 1] @ steps) * each[at]
            norms[at] = np.where(alive[at], sums.sum(1, keepdims=True), 1)
            forward[at] = np.where(alive[at], sums / norms[at], forward[at - 1])
        ends = forward[-1] @ last
        backward = np.empty_like(each)
        backward[-1] = last / ends[:, None]
        onward = each / norms
        for at in range(longest - 1, 0, -1):
            backward[at - 1] = np.where(alive[at], (onward[at] * backward[at]) @ steps.T, backward[at])
        slopes = forward * backward * alive
        pairs = (forward[:-1] * alive[1:]).reshape(-1, labels).T @ (onward[1:] * backward[1:]).reshape(-1, labels)
        of_weights = np.zeros_like(weights)
        of_weights[:labels, :labels] = pairs * steps
        of_weights[labels, :labels] = slopes[0].sum(0)
        of_weights[:labels, labels] = (forward[-1] * backward[-1]).sum(0)
        loss = (np.log(norms) + tops * alive).sum() + np.log(ends).sum()
        # What the right labels have of it.
        right = gold.numpy().T
        text, time_ = np.arange(texts)[None].repeat(longest, 0), np.arange(longest)[:, None].repeat(texts, 1)
        real = alive[:, :, 0]
        loss -= given[time_, text, right][real].sum()
        slopes[time_[real], text[real], right[real]] -= 1
        goes_on = real[1:]
        ends_at = right[real.sum(0) - 1, np.arange(texts)]
        for froms, tos in ((right[:-1][goes_on], right[1:][goes_on]), (np.full(texts, labels), right[0]), (ends_at, np.full(texts, labels))):
            loss -= weights[froms, tos].sum()
            np.subtract.at(of_weights, (froms, tos), 1)
        ctx.save_for_backward(torch.from_numpy(slopes.transpose(1, 0, 2).copy()), torch.from_numpy(of_weights))
        return torch.tensor(float(loss))

    @staticmethod
    def backward(ctx, share):
        slopes, of_weights = ctx.saved_tensors
        return share * slopes, None, None, share * of_weights


def best_path(scores, transitions):
    labels = scores.shape[1]
    best = scores[0] + transitions[labels, :labels]
    came = []
    for row in scores[1:]:
        sums = best[:, None] + transitions[:labels, :labels]
        came.append(sums.argmax(0))
        best = sums.max(0) + row
    label = (best + transitions[:labels, labels]).argmax()
    path = [label]
    for back in reversed(came):
        label = back[label]
        path.append(label)
    return path[::-1]


def gather(texts, dropped=0.0):
    """The texts as tensors, without a share of their features."""
    longest = max(len(text.gold) for text in texts)
    gold = np.zeros((len(texts), longest), np.int64)
    ids, counts, text_of, place_of = [], [], [], []
    for at, text in enumerate(texts):
        kept = np.random.rand(len(text.ids)) >= dropped
        counts.append(np.add.reduceat(kept, text.starts[:-1]).astype(np.int64))
        ids.append(text.ids[kept])
        words = len(text.gold)
        text_of.append(np.full(words, at))
        place_of.append(np.arange(words))
        gold[at, :words] = text.gold
    counts = np.concatenate(counts)
    offsets = np.concatenate([[0], np.cumsum(counts)[:-1]])
    tensor = lambda all_: torch.from_numpy(np.ascontiguousarray(all_).astype(np.int64))
    parts = map(tensor, (offsets, np.concatenate(text_of), np.concatenate(place_of)))
    return (np.concatenate(ids), *parts, len(texts), longest), tensor(gold)


def whole_right(network, texts):
    """Shares of texts whose every word has its label, by the kinds of texts."""
    network.eval()
    transitions = network.transitions.detach().numpy()
    counts = {}
    with torch.no_grad():
        for at in range(0, len(texts), 32):
            some = texts[at : at + 32]
            given, _ = gather(some)
            scores = network(*given)[0].numpy()
            for each, text in enumerate(some):
                path = best_path(scores[each, : len(text.gold)], transitions)
                count = counts.setdefault(text.kind, [0, 0])
                count[0] += np.array_equal(path, text.gold)
                count[1] += 1
    network.train()
    return {kind: f"{100 * right / all_:.1f} % of {all_}" for kind, (right, all_) in sorted(counts.items())}


def learn(network, texts, checks, epochs):
    stepper = torch.optim.Adam(network.parameters(), lr=RATE)
    steps = epochs * -(-len(texts) // TEXTS_AT_ONCE)
    step, began = 0, time.time()
    for epoch in range(epochs):
        order = list(range(len(texts)))
        random.shuffle(order)
        # Texts of like length lie together: little is spent on what is not there.
        far = TEXTS_AT_ONCE * 40
        sorted_ = [sorted(order[at : at + far], key=lambda i: len(texts[i].gold)) for at in range(0, len(order), far)]
        lots = [some[at : at + TEXTS_AT_ONCE] for some in sorted_ for at in range(0, len(some), TEXTS_AT_ONCE)]
        random.shuffle(lots)
        for lot in lots:
            pace = min(1, (step + 1) / 200) * max(0.01, 1 - step / steps)
            stepper.param_groups[0]["lr"] = RATE * pace
            stepper.zero_grad()
            given, gold = gather([texts[i] for i in lot], FEATURES_DROPPED)
            scores, mask = network(*given)
            loss = ChainLoss.apply(scores, mask, gold, network.transitions) / mask.sum()
            loss.backward()
            stepper.step()
            network.table.step(RATE * pace)
            step += 1
            if step % 500 == 0:
                print(f"{step} of {steps}, {time.time() - began:.0f} s: {loss.item():.4f} nats a word", flush=True)
        print(f"epoch {epoch + 1}", {name: whole_right(network, some) for name, some in checks.items()}, flush=True)


def quantise(network):
    """The table in bytes, each column with a scale of its own; the network has the rounded weights then."""
    weights = network.table.weight
    scales = torch.quantile(weights.abs(), 0.9999, dim=0).clamp(min=1e-6) / 127
    whole = torch.clamp(torch.round(weights / scales), -127, 127)
    network.table.weight = whole * scales
    return whole.to(torch.int8).numpy(), scales.numpy()


def write(network, labels, path):
    """The file that label-network.ts reads: a line of JSON, numbers of single precision, the table; all deflated."""
    round_up = lambda count: -(-count // 16) * 16
    table, scales = quantise(network)
    columns = round_up(WIDTH + len(labels))
    rows = np.zeros((2**BITS, columns), np.int8)
    rows[:, : WIDTH + len(labels)] = table
    spread = np.zeros(columns, np.float32)
    spread[: WIDTH + len(labels)] = scales

    def panels(weights):
        """Outputs x inputs x taps as panels of sixteen outputs: tap, input, output."""
        outputs, inputs, taps = weights.shape
        full = np.zeros((round_up(outputs), inputs, taps), np.float32)
        full[:outputs] = weights
        return full.reshape(-1, 16, inputs, taps).transpose(0, 3, 2, 1)

    plain = lambda tensor: tensor.detach().numpy().astype("<f4")
    last_biases = np.zeros(round_up(len(labels)), np.float32)
    last_biases[: len(labels)] = plain(network.last.bias)
    floats = [plain(network.transitions), spread, plain(network.biases)]
    for layer in network.layers:
        floats += [panels(plain(layer.weight)), plain(layer.bias)]
    floats += [panels(plain(network.last.weight)[:, :, None]), last_biases]
    head = {"labels": labels, "bits": BITS, "width": WIDTH, "reaches": REACHES}
    body = json.dumps(head).encode() + b"\n"
    body += b"".join(np.ascontiguousarray(each, "<f4").tobytes() for each in floats) + rows.tobytes()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path, "wb") as file:
        file.write(deflate.compress(body) + deflate.flush())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lessons", nargs="+")
    parser.add_argument("--check", nargs="*", default=[])
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", required=True)
    given = parser.parse_args()
    for seed in (random.seed, np.random.seed, torch.manual_seed):
        seed(given.seed)
    read = [read_texts(path) for path in given.lessons]
    labels = read[0][0]
    checks = {path: read_texts(path)[1] for path in given.check}
    network = LabelNetwork(len(labels))
    learn(network, [text for _, texts in read for text in texts], checks, given.epochs)
    write(network, labels, given.to)
    print("with bytes", {name: whole_right(network, some) for name, some in checks.items()})


if __name__ == "__main__":
    main()
