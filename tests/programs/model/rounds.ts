import fc from 'fast-check';
import type { Action } from './action.js';
import { create } from './actions/create.js';
import { ACTIONS } from './actions/index.js';
import { drain } from './drain.js';
import { World } from './world.js';

/** Markets that a round begins with. */
const OPENINGS = 3;
/** The most actions of one round; half of it on average, and not all of them find their turn. */
const LENGTH = 3_000;
/** After so many actions everything is compared; every second time all vaults are emptied and what was is put back. */
const EVERY = 200;
/** For a failure, ms: what is shortest by then is told. A round that does not fail takes the time that it takes. */
const SHRINKING = 60_000;
/** Keeps the rounds of neighbouring seeds apart. */
const SPREAD = 0x9e3779b1;
/** fast-check's own form of an action; `after` follows each. What was not executed is left out when it shrinks. */
class Command implements fc.AsyncCommand<World, World> {
  constructor(
    private readonly action: Action,
    private readonly after: (world: World) => Promise<void>,
  ) {}
  check = () => true;
  run = async (world: World) => {
    await this.action.run(world);
    await this.after(world);
  };
  toString = () => `${this.action.name} ${fc.stringify(this.action.given)}`;
}

const action = fc.oneof(...ACTIONS);
const openings = fc.array(create.arbitrary, { minLength: OPENINGS, maxLength: OPENINGS });

export interface Run {
  readonly seed: number;
  /** At least so many actions. */
  readonly actions: number;
  /** This one of so many parts, from 1. */
  readonly shard?: readonly [number, number];
  /** Begins with this round instead of the first one of its part. */
  readonly from?: number;
  /** At most so many rounds. */
  readonly rounds?: number;
  readonly progress?: (report: Report) => void;
}

export interface Report {
  readonly rounds: number;
  readonly actions: number;
  /** How often all vaults were emptied in the middle of a round. */
  readonly drains: number;
  /** How often each action got each answer, and each stage of a market or parlay followed another. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Rounds of random actions until there were enough. A failure names seed and round, and the shortest actions that still fail. */
export async function runRounds(run: Run): Promise<Report> {
  const [part, parts] = run.shard ?? [1, 1];
  const total = new Map<string, number>();
  let [actions, rounds, drains] = [0, 0, 0];
  const world = await World.start();
  for (let round = run.from ?? part - 1; ; round += parts) {
    let steps = 0;
    const after = async (where: World): Promise<void> => {
      if (++steps % EVERY > 0) return;
      await where.compareAll();
      if (steps % (2 * EVERY) > 0) return;
      const restore = await where.snapshot();
      await drain(where);
      await restore();
      await where.compareAll();
      drains++;
    };
    const commands = fc.commands([action.map((one) => new Command(one, after))], {
      maxCommands: LENGTH,
      size: 'max',
    });
    const property = fc.asyncProperty(openings, commands, async (first, chosen) => {
      steps = 0;
      await world.reset();
      world.counts.clear();
      world.actions = 0;
      for (const one of first) await one.run(world);
      await fc.asyncModelRun(() => ({ model: world, real: world }), chosen);
      await world.compareAll();
      await drain(world);
      await world.compareAll();
      await world.compareLamports();
    });
    const repeatable = { seed: (Math.imul(run.seed, SPREAD) + round) | 0, numRuns: 1 };
    try {
      await fc.assert(property, { ...repeatable, endOnFailure: true });
    } catch (failure) {
      const limit = { interruptAfterTimeLimit: SHRINKING, markInterruptAsFailure: true };
      const shorter = await fc.assert(property, { ...repeatable, ...limit }).then(
        () => failure,
        (error: Error) => error,
      );
      // Without a reason it was only interrupted.
      const cause = (shorter as Error).cause instanceof Error ? shorter : failure;
      const replay = `npm run model -- --seed ${run.seed} --round ${round}`;
      const { message, cause: reason } = cause as Error;
      const why = reason instanceof Error ? `${reason.message}\n${reason.stack}` : '';
      throw new Error(`round ${round} of seed ${run.seed} (${replay}): ${why}\n${message}`);
    }
    actions += world.actions;
    rounds++;
    for (const [name, count] of world.counts) total.set(name, (total.get(name) ?? 0) + count);
    const report = { rounds, actions, drains, counts: Object.fromEntries([...total].sort()) };
    run.progress?.(report);
    if (rounds === run.rounds || actions >= run.actions) return report;
  }
}
