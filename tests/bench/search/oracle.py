#!/usr/bin/python3
"""How far a search with knowledge that nobody has gets on a table of means: the likeness of
configurations is fitted to the whole table without noise (main effects, pairs and triples of
parameters, and a deviation of each configuration's own; variances by maximum likelihood). What is
left to find out is the table itself, through noise. Prints, for each way to choose the next probe,
the share of runs whose answer is within 1 % of the best, and the median regret.

    tests/bench/search/oracle.py TABLE.jsonl [--runs 400] [--probes 80] [--noise 0.03]
"""
import argparse
import itertools
import json

import numpy as np

NODES = np.array([-1.6449, -1.0364, -0.6745, -0.3853, -0.1257])
NODES = np.concatenate([NODES, -NODES])  # middles of ten equal shares of the normal distribution
OPENING = 12  # random probes


def read(path):
    lines = [json.loads(line) for line in open(path)]
    rows = [line for line in lines[1:] if "values" in line]
    sign = 1 if lines[0]["direction"] == "maximize" else -1
    values = sign * np.log([np.mean(row["values"]) for row in rows])
    levels = np.array([[str(row["config"][name]) for name in lines[0]["parameters"]] for row in rows])
    return levels, values - values.max()


def effects(levels):
    same = [(column[:, None] == column[None, :]).astype(float) for column in levels.T]
    for order in (1, 2, 3):
        for chosen in itertools.combinations(same, order):
            yield np.prod(chosen, axis=0)


def likeness(levels, values, rounds=300):
    parts = list(effects(levels)) + [np.eye(len(values))]
    weights = np.full(len(parts), np.var(values) / len(parts))
    for _ in range(rounds):
        inverse = np.linalg.inv(sum(w * p for w, p in zip(weights, parts)) + 1e-9 * np.eye(len(values)))
        ones = inverse.sum(1)
        inverse -= np.outer(ones, ones) / ones.sum()
        pulled = inverse @ values
        for i, part in enumerate(parts):
            weights[i] *= np.sqrt(max(pulled @ part @ pulled, 1e-30) / np.sum(inverse * part))
    return sum(w * p for w, p in zip(weights, parts)) + 0.02**2  # the level is unknown too


def knowledge_gradient(mean, covariance, noise):
    moves = covariance / np.sqrt(np.diag(covariance) + noise**2)[None, :]
    return int(sum((mean[:, None] + moves * z).max(0) for z in NODES).argmax())


def upper_bound(mean, covariance, _):
    return int((mean + np.sqrt(np.diag(covariance))).argmax())


def regret(choose, values, prior, options, random):
    mean, covariance = np.full(len(values), values.mean()), prior.copy()
    for turn in range(options.probes):
        at = random.integers(len(values)) if turn < OPENING else choose(mean, covariance, options.noise)
        seen = values[at] + options.noise * random.standard_normal()
        column = covariance[:, at]
        gain = column / (column[at] + options.noise**2)
        mean = mean + gain * (seen - mean[at])
        covariance = covariance - np.outer(gain, column)
    return -values[mean.argmax()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--probes", type=int, default=80)
    parser.add_argument("--noise", type=float, default=0.03)
    options = parser.parse_args()
    levels, values = read(options.table)
    prior = likeness(levels, values)
    for choose in (upper_bound, knowledge_gradient):
        random = np.random.default_rng(1)
        regrets = np.array([regret(choose, values, prior, options, random) for _ in range(options.runs)])
        print(f"{choose.__name__}: within 1 % in {100 * np.mean(regrets < 0.01):.0f} % of runs, "
              f"median regret {100 * np.median(regrets):.2f} %")


if __name__ == "__main__":
    main()
