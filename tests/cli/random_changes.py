#!/usr/bin/env python3
"""Random mechanisms whose structure changes at random: random_changes.py PINTLE [FIRST [COUNT]]

Trees of two to five bodies, floating or not, on joints of every type; joints that wait to be closed where they are, so that
loops close; forces that wait. Up to seven events lock, release, break and close joints, latch them with a spring, apply impulses,
start and stop forces, set gravity and masses. All formulations run each model, and it must hold that

  - all complete, without a number that is none, and their energy balances close;
  - the same events fire at the same times, and velocities after each agree as far as those before it do, to 1e-10 of the largest;
  - kinetic energy does not grow where nothing but structure changes.
"""
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile

FREE = {'hinge': ['rz'], 'slider': ['tz'], 'ball': ['rx', 'ry', 'rz'], 'universal': ['rx', 'ry'], 'cylindrical': ['tz', 'rz'],
        'planar': ['tx', 'ty', 'rz'], 'free': ['tx', 'ty', 'tz', 'rx', 'ry', 'rz']}
DIRECTIONS = ['tx', 'ty', 'tz', 'rx', 'ry', 'rz']
FORMULATIONS = ('articulated-body', 'newton-euler', 'partitioned', 'divide-and-conquer')
AXIAL = ('hinge', 'slider', 'cylindrical', 'planar')


class Maker:
    """One model, from its seed alone."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = self.random.randint(2, 5)
        self.places = [[0.8 * i + self.between(-1, 1), self.between(-1, 1), self.between(-1, 1)] for i in range(self.count)]
        self.types, self.joints, self.initial = {}, {}, {}
        self.waiting, self.broken = [], set()
        self.model = {'pintle': 1, 'gravity': [0, 0, -9.81], 'bodies': {f'b{i}': self.body(i) for i in range(self.count)}}
        for i in range(self.count):
            self.hang(i)
        for k in range(self.random.randint(0, 2)):
            self.wait(f'c{k}')
        forces = {f'f{k}': self.force() for k in range(self.random.randint(0, 2))}
        self.model |= {'joints': self.joints, 'initial': self.initial, 'forces': forces}
        self.model = {key: part for key, part in self.model.items() if part}
        self.add_events(list(forces))

    def between(self, low, high): return round(self.random.uniform(low, high), 6)
    def vector(self, size): return [self.between(-size, size) for _ in range(3)]
    def normal(self, deviation): return [round(self.random.gauss(0, deviation), 6) for _ in range(3)]
    def some_body(self): return f'b{self.random.randrange(self.count)}'

    def body(self, i):
        """The tensor is that of three dumbbells on a ball: no triangle is violated."""
        mass = round(math.exp(self.random.uniform(-1, 2)), 6)
        dumbbells = [self.normal(0.2) for _ in range(3)]
        second = lambda a, b: sum(d[a] * d[b] for d in dumbbells) + (0.02 if a == b else 0)
        trace = sum(second(a, a) for a in range(3))
        tensor = {name: mass * ((trace if a == b else 0) - second(a, b))
                  for name, a, b in (('xx', 0, 0), ('yy', 1, 1), ('zz', 2, 2), ('xy', 0, 1), ('xz', 0, 2), ('yz', 1, 2))}
        q = [self.random.gauss(0, 1) for _ in range(4)]
        return {'mass': mass, 'inertia': tensor, 'at': self.places[i], 'quaternion': dict(zip('wxyz', q))}

    def axes(self, kind):
        if kind == 'universal':
            a, b = self.normal(1), self.normal(1)
            share = sum(x * y for x, y in zip(a, b)) / sum(x * x for x in a)
            return {'axis': a, 'second_axis': [y - share * x for x, y in zip(a, b)]}
        return {'axis': self.normal(1)} if kind in AXIAL else {}

    def hang(self, i):
        parent = self.random.choice(['world'] + [f'b{k}' for k in range(i)] * 2) if i else self.random.choice(['world', None])
        if parent is None:
            self.initial['b0'] = {'velocity': self.normal(1), 'angular_velocity': self.normal(1)}
            return
        kind = self.random.choice(['hinge'] * 4 + ['slider', 'ball', 'ball', 'universal', 'cylindrical', 'planar', 'free'])
        at = [x + self.between(-0.5, 0.5) for x in self.places[i]]
        joint = {'type': kind, 'between': [parent, f'b{i}'], 'at': at, **self.axes(kind)}
        if kind in ('hinge', 'slider') and self.random.random() < 0.5:
            joint['spring'] = {'stiffness': self.between(1, 30), 'damping': self.between(0, 1)}
        self.joints[f'j{i}'], self.types[f'j{i}'] = joint, kind
        start = {'hinge': {'angle': self.between(-1, 1), 'rate': self.between(-3, 3)},
                 'slider': {'displacement': self.between(-0.3, 0.3), 'velocity': self.between(-1, 1)},
                 'ball': {'angular_velocity': self.normal(1)}}
        if kind in start:
            self.initial[f'j{i}'] = start[kind]

    def wait(self, name):
        ends = self.random.sample(['world'] + [f'b{i}' for i in range(self.count)], 2)
        ends.sort(key=lambda end: end != 'world')
        kind = self.random.choice(['ball', 'ball', 'hinge', 'weld', 'slider'])
        at = {end: self.vector(0.5) for end in ends}
        at[self.random.choice(ends)] = 'current'
        self.joints[name] = {'type': kind, 'between': ends, 'at': at, 'active': False, **self.axes(kind)}
        self.waiting.append(name)

    def force(self):
        return {'at': {self.some_body(): self.vector(0.3)}, 'force': self.normal(5), 'active': self.random.random() < 0.5}

    def action(self, forces):
        """An action, or none where there is nothing for it."""
        pick = self.random.choice
        kind = pick(['lock', 'lock', 'unlock', 'release', 'break', 'close', 'close', 'impulse', 'set', 'start', 'stop_force', 'latch'])
        whole = [j for j in self.types if j not in self.broken]
        if kind == 'impulse':
            return {'impulse': {'at': {self.some_body(): self.vector(0.3)}, 'value': self.normal(1)}}
        if kind == 'set':
            return {'set': pick([{'gravity.z': self.between(-12, 3)}, {f'bodies.{self.some_body()}.mass': self.between(0.5, 6)}])}
        if kind == 'close':
            return {'close': self.waiting.pop()} if self.waiting else None
        if kind in ('start', 'stop_force'):
            return {kind: pick(forces)} if forces else None
        if kind == 'latch':
            whole = [j for j in whole if self.types[j] in ('hinge', 'slider')]
        if not whole:
            return None
        joint = pick(whole)
        if kind == 'latch':
            return {'lock': {'joint': joint, 'stiffness': self.between(20, 300), 'damping': self.between(0, 3)}}
        if kind == 'break':
            self.broken.add(joint)
            return {'break': joint}
        if kind == 'release':
            held = [d for d in DIRECTIONS if d not in FREE[self.types[joint]]]
            return {'release': f'{joint}.{pick(held)}'} if held else None
        return {kind: joint + (f'.{pick(FREE[self.types[joint]])}' if self.random.random() < 0.4 else '')}

    def add_events(self, forces):
        time, events = 0.0, {}
        for k in range(self.random.randint(3, 7)):
            time += self.between(0.02, 0.25)
            actions = [a for a in (self.action(forces) for _ in range(self.random.randint(1, 2))) if a]
            if actions:
                events[f'e{k}'] = {'when': f'time >= {time:.4f} s', 'do': actions}
        self.model |= {'events': events, 'run': {'until': round(time + 0.3, 3), 'output_every': 0.05, 'rtol': 1e-10}}


def is_sound(tree):
    if isinstance(tree, dict):
        return all(is_sound(x) for x in tree.values())
    if isinstance(tree, list):
        return all(is_sound(x) for x in tree)
    return tree is not None and (not isinstance(tree, float) or math.isfinite(tree))


def speeds(event, side):
    return [x for body in event['bodies'].values() for of in ('velocity', 'angular_velocity') for x in body[of][side]]


def find_faults(runs):
    """Of [(summary, events)] by formulation."""
    for summary, events in runs:
        if summary['status'] != 'completed':
            yield f'{summary["formulation"]}: {summary["message"]}'
        elif summary['energy']['balance_error'] > 1e-5:
            yield f'{summary["formulation"]}: balance error {summary["energy"]["balance_error"]:.1e}'
        if not is_sound(summary['final']) or not is_sound(events):
            yield f'{summary["formulation"]}: a number that is none'
    (_, ours), *others = runs
    for summary, theirs in others:
        for fault in find_differences(ours, theirs):
            yield f'{summary["formulation"]}: {fault}'


def find_differences(ours, theirs):
    if [e['event'] for e in ours] != [e['event'] for e in theirs]:
        yield f'events {[e["event"] for e in ours]} and {[e["event"] for e in theirs]}'
    for x, y in zip(ours, theirs):
        largest = max(map(abs, speeds(x, 'before') + speeds(x, 'after') + [1e-3]))
        off = {side: max(abs(u - v) for u, v in zip(speeds(x, side), speeds(y, side))) for side in ('before', 'after')}
        if abs(x['time'] - y['time']) > 1e-8 or off['after'] > 1e-10 * largest + 100 * off['before']:
            yield f'{x["event"]} {x["actions"]}: off by {off["before"]:.1e} before it and {off["after"]:.1e} after it'
        together = [action for e in ours if e['time'] == x['time'] for action in e['actions']]
        energy = x['kinetic_energy']
        if not any(a.startswith(('impulse', 'set')) for a in together) and energy['after'] > energy['before'] * (1 + 1e-9) + 1e-12:
            yield f'{x["event"]} {x["actions"]}: kinetic energy grows from {energy["before"]} to {energy["after"]}'


def run(pintle, model, formulation, out, patience=60):
    """`patience` is seconds of the processor."""
    command = [pintle, 'run', model, '--out', out, '--quiet', '--formulation', formulation]
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (patience, patience + 5))
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode < 0:
        raise RuntimeError(f'{formulation}: ended by signal {-done.returncode} after at most {patience} s of the processor')
    if done.returncode not in (0, 4):
        raise RuntimeError(f'exit code {done.returncode}: {done.stderr.strip()}')
    with open(f'{out}/summary.json') as summary, open(f'{out}/events.jsonl') as events:
        return json.load(summary), [json.loads(line) for line in events]


def main():
    pintle, first, count = sys.argv[1], *(int(x) for x in sys.argv[2:] + ['1', '100'][len(sys.argv) - 2:])
    failed = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, 'model.yaml')
            with open(model, 'w') as file:
                json.dump(Maker(seed).model, file, indent=1)  # JSON is YAML
            try:
                faults = list(find_faults([run(pintle, model, f, f'{folder}/{f}') for f in FORMULATIONS]))
            except RuntimeError as problem:
                faults = [str(problem)]
        failed += bool(faults)
        for fault in faults[:3]:
            print(f'seed {seed}: {fault}')
    print(f'{count - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
