#!/usr/bin/env python3
"""Random mechanisms that rattle between their stops: random_stops.py PINTLE [FIRST [COUNT [MORE...]]]

Trees and loops of two to five bodies on joints of every type, with stops of every restitution on most directions that have a
coordinate, among them several rotations of one joint; some are locked, unlocked and pushed while stops are closed. All
formulations run each model, and it must hold that

  - all complete within a bounded number of steps, without a number that is none, and their energy balances close;
  - kinetic energy grows at no impact, and no stop is passed;
  - no stop of a joint with one direction ever pulls;
  - the same stops act at the same times, with the same velocities after it, as long as the motions agree. Rattling is chaotic: an
    error grows at every impact, so that what is compared ends where they have parted.

MORE are seeds beside those COUNT.
"""
import csv
import json
import math
import os
import sys
import tempfile

import random_changes
from random_changes import FORMULATIONS, FREE, Maker, is_sound, run, speeds

SEQUENCE = ['rx', 'ry', 'rz']
MORE = {'turns': ['rx', 'ry', 'rz'], 'slides': ['tx', 'tz'], 'mixed': ['tx', 'rx', 'rz']}  # lists of directions
MOST_STEPS = 60000


class StopMaker(Maker):
    """One model, from its seed alone."""

    def __init__(self, seed):
        self.loops = seed % 2 == 0
        self.planar = self.loops and seed % 4 == 0
        super().__init__(seed)

    def add_events(self, forces):
        """What is called last: closings, stops, a push at the start, and some locks."""
        joints = self.model['joints'] = self.model.get('joints', {})
        self.model['initial'] = {}
        if self.loops:
            for k in range(self.random.randint(1, 2)):
                self.close(f'c{k}')
        for name, joint in joints.items():
            self.add_stops(joint)
        push = lambda: {'impulse': {'at': {self.some_body(): self.vector(0.3)}, 'value': self.normal(3), 'moment': self.normal(0.5)}}
        events = {'push': {'when': 'time >= 0 s', 'do': [push() for _ in range(self.count)]}}
        time = 0.0
        for k in range(self.random.randint(0, 3)):
            time += self.between(0.05, 0.5)
            kind = self.random.choice(['lock', 'unlock', 'impulse'])
            names = list(self.types)
            if kind == 'impulse':
                action = push()
            elif names:
                name = self.random.choice(names)
                free = self.free(joints[name])
                action = {kind: f'{name}.{self.random.choice(free)}' if len(free) > 1 else name}
            events[f'e{k}'] = {'when': f'time >= {time:.4f} s', 'do': [action]} if kind == 'impulse' or names else None
        self.model['events'] = {name: event for name, event in events.items() if event}
        self.model['run'] = {'until': 1.5, 'output_every': 0.01, 'rtol': 1e-9}
        self.model = {key: part for key, part in self.model.items() if part}

    def free(self, joint):
        return joint['type'] if isinstance(joint['type'], list) else FREE[joint['type']]

    def axes(self, kind):
        if self.planar and kind in ('hinge', 'slider'):
            return {'axis': [0, 0, 1] if kind == 'hinge' else [*self.normal(1)[:2], 0]}
        return super().axes(kind)

    def hang(self, i):
        """Most parents are the body before: loops are long then."""
        if not self.planar:
            super().hang(i)
            if self.initial.pop('b0', None) or f'j{i}' not in self.joints:
                return
            if self.random.random() < 0.25:
                kind = self.random.choice(list(MORE))
                joint = self.joints[f'j{i}']
                joint['type'] = MORE[kind]
                for key in ('axis', 'second_axis', 'spring'):
                    joint.pop(key, None)
                joint['axis'] = self.normal(1)
            return
        kind = self.random.choice(['hinge'] * 4 + ['slider'])
        at = [x + self.between(-0.5, 0.5) for x in self.places[i]]
        self.joints[f'j{i}'] = {'type': kind, 'between': [f'b{i - 1}' if i else 'world', f'b{i}'], 'at': at, **self.axes(kind)}
        self.types[f'j{i}'] = kind

    def wait(self, name):
        pass

    def close(self, name):
        """Its points meet in the reference configuration, where all starts."""
        ends = self.random.sample(['world'] + [f'b{i}' for i in range(self.count)], 2)
        ends.sort(key=lambda end: end != 'world')
        kind = 'hinge' if self.planar else self.random.choice(['ball', 'universal', 'cylindrical', 'planar', 'slider'])
        self.joints[name] = {'type': kind, 'between': ends, 'at': self.vector(1), **self.axes(kind)}

    def add_stops(self, joint):
        if joint['type'] in ('ball', 'free'):
            return
        limits = {}
        for direction in self.free(joint):
            if self.random.random() < 0.25:
                continue
            room = (0.01, 0.4) if direction[0] == 't' else (0.02, 1.2)
            limit = {}
            for side, sign in (('low', -1), ('high', 1)):
                if self.random.random() < 0.85:
                    limit[side] = sign * (0 if self.random.random() < 0.1 else self.between(*room))
            if limit and limit.get('low', -1) < limit.get('high', 1):
                limits[direction] = limit | {'restitution': self.random.choice([0, 0, self.between(0, 1), self.between(0, 0.9)])}
        if limits:
            free = self.free(joint)
            joint['limits'] = limits if len(free) > 1 else limits[free[0]]


def find_coordinate(joint, direction, free):
    word = 'angle' if direction[0] == 'r' else 'displacement'
    return word if len(free) == 1 else f'{word}.{direction}'


def find_passed(model, maker, rows):
    """The stop that is passed by most, and how far."""
    worst = 0, ''
    for name, joint in model['joints'].items():
        free = maker.free(joint)
        limits = joint.get('limits', {})
        for direction, limit in (limits if len(free) > 1 else {free[0]: limits} if limits else {}).items():
            column = next((key for key in rows[0] if key.split(' ')[0] in
                           (f'{name}.{find_coordinate(joint, direction, free)}', f'{name}.angle.{direction}',
                            f'{name}.displacement.{direction}')), None)
            if column is None:
                continue
            for row in rows:
                q = float(row[column])
                beyond = max(limit.get('low', -math.inf) - q, q - limit.get('high', math.inf))
                if beyond > worst[0]:
                    worst = beyond, f'{name}.{direction} at {row[list(row)[0]]}'
    return worst


def find_pull(model, maker, event):
    """A stop whose impulse has the wrong sign, of a joint with one direction, that nothing else holds at the instant."""
    if event['cause'] != 'limits':
        return None
    largest = max(abs(x) for one in event['impulses'].values() for x in one.values() if isinstance(x, float))
    for name in event['event'].split(', '):
        joint = model['joints'][name]
        if len(maker.free(joint)) > 1 or event['applied']:
            continue
        limits = joint['limits']
        angle = event['joints'][name]
        impulse = event['impulses'][name]['mz' if joint['type'] == 'hinge' else 'fz']
        q = angle.get('angle', angle.get('displacement'))
        if q is None:
            continue
        sides = [s for s, sign in (('low', 1), ('high', -1)) if s in limits and impulse * sign < -1e-9 * largest and abs(q - limits[s]) < 1e-6]
        if sides:
            return f'{name} pulls with {impulse:.3g}'
    return None


def find_faults(model, maker, runs, tables):
    for (summary, events), rows in zip(runs, tables):
        who = summary['formulation']
        if 'gimbal lock' in summary['message']:
            continue
        if summary['status'] != 'completed':
            yield f'{who}: {summary["message"]}'
        elif summary['energy']['balance_error'] > 1e-5:
            yield f'{who}: balance error {summary["energy"]["balance_error"]:.1e}'
        if summary['counters']['steps'] > MOST_STEPS:
            yield f'{who}: {summary["counters"]["steps"]} steps'
        if not is_sound(summary['final']) or not is_sound(events):
            yield f'{who}: a number that is none'
        beyond, where = find_passed(model, maker, rows) if rows else (0, '')
        if beyond > 1e-6:
            yield f'{who}: {where} is passed by {beyond:.1e}'
        for event in events if is_sound(events) else []:
            energy = event['kinetic_energy']
            pushed = any(a.startswith('impulse') for e in events if e['time'] == event['time'] for a in e['actions'])
            if not pushed and energy['after'] > energy['before'] * (1 + 1e-9) + 1e-12:
                yield f'{who}: {event["event"]} at {event["time"]}: kinetic energy grows from {energy["before"]} to {energy["after"]}'
            pull = find_pull(model, maker, event)
            if pull:
                yield f'{who}: at {event["time"]} {pull}'
    (_, ours), *others = runs
    for summary, theirs in others:
        for fault in find_differences(model, maker, ours, theirs):
            yield f'{summary["formulation"]}: {fault}'


def find_differences(model, maker, ours, theirs):
    apart = 1e-9  # how far motions were apart at the instant before
    for k, (x, y) in enumerate(zip(ours, theirs)):
        before, after = speeds(x, 'before'), speeds(x, 'after')
        largest = max(map(abs, before + after + [1e-3]))
        off = {side: max(abs(u - v) for u, v in zip(speeds(x, side), speeds(y, side))) / largest for side in ('before', 'after')}
        late = abs(x['time'] - y['time'])
        apart = max(apart, off['before'], late)
        if apart > 1e-6 or not after:
            break  # the motions have parted
        if x['event'] != y['event']:
            if late < 1e-6 and x['cause'] == y['cause'] == 'limits':
                break  # which of two that nearly coincide
            yield f'{x["event"]} at {x["time"]} and {y["event"]} at {y["time"]}'
            break
        if late > 1e-10 and x['cause'] == 'limits' and any(len(maker.free(model['joints'][n])) > 1 for n in x['event'].split(', ')):
            break  # which of two of one joint
        # a stop that touches without a force is at its limit but for rounding: hit at once in one, in 1e-11 s in another
        waits = [e['time'] - z['time'] for z, later in ((x, ours[k + 1:k + 2]), (y, theirs[k + 1:k + 2])) for e in later]
        is_split = len(waits) == 2 and max(waits) < 1e-9 and min(waits) == 0 < max(waits)
        if off['after'] > 1e-6 + 1000 * apart and not is_split:
            yield f'{x["event"]} {x["actions"]} at {x["time"]}: off by {off["before"]:.1e} before it and {off["after"]:.1e} after it'
            break


def main():
    numbers = [int(x) for x in sys.argv[2:]]
    pintle, first, count = sys.argv[1], *(numbers + [1, 100][len(numbers):])[:2]
    seeds = [*range(first, first + count), *numbers[2:]]
    failed = lines = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            maker = StopMaker(seed)
            path = os.path.join(folder, 'model.yaml')
            with open(path, 'w') as file:
                json.dump(maker.model, file, indent=1)  # JSON is YAML
            if os.environ.get('KEEP'):
                with open(f'{os.environ["KEEP"]}/{seed}.yaml', 'w') as file:
                    json.dump(maker.model, file, indent=1)
            try:
                runs = [run(pintle, path, f, f'{folder}/{f}', 20) for f in FORMULATIONS]
                tables = []
                for f in FORMULATIONS:
                    with open(f'{folder}/{f}/series.csv') as series:
                        tables.append(list(csv.DictReader(series)))
                lines += sum(len(events) for _, events in runs)
                faults = list(find_faults(maker.model, maker, runs, tables))
            except RuntimeError as problem:
                faults = [str(problem)]
        failed += bool(faults)
        for fault in faults[:3]:
            print(f'seed {seed}: {fault}', flush=True)
    print(f'{len(seeds) - failed} passed, {failed} failed, {lines} lines of events')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
