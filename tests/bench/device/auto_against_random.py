#!/usr/bin/python3
"""Studies with --strategy auto and with random, in turns, on a scratch device and with the same
time: what each confirms, and in how many trials. Prints a table, and the JSON of every study goes
to a folder.

    tests/bench/device/auto_against_random.py FSTUNE DIR [--studies 10] [--budget 45s]
                                              [--goals create,db] [--size 2G]

Run it on a quiet machine: a study of one strategy must not meet what the other's did not.
"""
import argparse
import json
import pathlib
import statistics
import subprocess

STRATEGIES = ("auto", "random")


def study(options, goal, strategy, seed):
    result = pathlib.Path(options.dir) / f"{goal}-{strategy}-{seed}.json"
    kept = result.with_suffix(".study")
    done = subprocess.run(
        [options.fstune, "--scratch", f"{options.size}:{options.dir}", "--goal", goal, "--budget",
         options.budget, "--strategy", strategy, "--seed", str(seed), "--quiet", "--json",
         str(result), "--study", str(kept)],
        capture_output=True, text=True)
    if not result.exists():
        raise SystemExit(f"fstune ended with {done.returncode}: {done.stderr}")
    return json.loads(result.read_text())


def gain(report):
    """In percent over the best default; 0 where the defaults are kept."""
    found = report["verdict"]["gain_over_best_default"]
    return 100 * found["estimate"] if found else 0.0


def row(goal, strategy, reports):
    gains = [gain(r) for r in reports]
    decisions = [r["verdict"]["decision"] for r in reports]
    trials = [sum(r["tried"]["trials"].values()) for r in reports]
    configurations = [r["tried"]["configurations"] for r in reports]
    counted = ", ".join(f"{decisions.count(d)} {d}" for d in sorted(set(decisions)))
    print(f"| {goal} | {strategy} | {statistics.median(gains):.1f} | {min(gains):.1f} to {max(gains):.1f} "
          f"| {counted} | {statistics.median(trials):.0f} | {statistics.median(configurations):.0f} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("fstune")
    parser.add_argument("dir")
    parser.add_argument("--studies", type=int, default=10)
    parser.add_argument("--budget", default="45s")
    parser.add_argument("--goals", default="create,db")
    parser.add_argument("--size", default="2G")
    options = parser.parse_args()
    pathlib.Path(options.dir).mkdir(parents=True, exist_ok=True)
    print("| goal | strategy | confirmed gain, median % | from, to | decisions | trials | configurations |\n"
          "|---|---|---|---|---|---|---|", flush=True)
    for goal in options.goals.split(","):
        reports = {strategy: [] for strategy in STRATEGIES}
        for seed in range(1, options.studies + 1):
            for strategy in STRATEGIES if seed % 2 else reversed(STRATEGIES):
                reports[strategy].append(study(options, goal, strategy, seed))
        for strategy in STRATEGIES:
            row(goal, strategy, reports[strategy])


if __name__ == "__main__":
    main()
