import fc from 'fast-check';
import type { AttesterCheck } from '../attesterModel.js';
import type { Action } from './action.js';
import { ACTIONS } from './actions/actions.js';
import { create } from './actions/create.js';
import { drain } from './drain.js';
import { World } from './world.js';

/** Markets at the start of a round. */
const OPENINGS = 3;
/** Maximum number of actions in a round; the average is half of it, and some are skipped. */
const LENGTH = 3_000;
/** Actions between two full comparisons. Every second time all vaults are emptied, and the state is restored. */
const EVERY = 200;
/**
 * Time limit for shrinking a failure, ms: the shortest case found by then is reported. Passing rounds have no limit.
 */
const SHRINKING = 60_000;
/** Separates the rounds of neighbouring seeds. */
const SPREAD = 0x9e3779b1;
/**
 * fast-check's command form of an action; `after` follows each. Actions that were not executed are dropped in
 * shrinking.
 */
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
  /** Minimum number of actions. */
  readonly actions: number;
  /** The part to run, from 1 to the number of parts. */
  readonly shard?: readonly [number, number];
  /** The round to start with; default: the first of the part. */
  readonly from?: number;
  /** Maximum number of rounds. */
  readonly rounds?: number;
  /** A check of attesters that the model leaves out: the program must then differ, and nothing is shrunk. */
  readonly without?: AttesterCheck;
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

/**
 * Runs rounds of random actions until there are enough. A failure names the seed, the round, and the shortest failing
 * sequence of actions.
 */
export async function runRounds(run: Run): Promise<Report> {
  const [part, parts] = run.shard ?? [1, 1];
  const total = new Map<string, number>();
  let [actions, rounds, drains] = [0, 0, 0];
  const world = await World.start(run.without);
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
      if (run.without !== undefined) throw (failure as Error).cause;
      const limit = { interruptAfterTimeLimit: SHRINKING, markInterruptAsFailure: true };
      const shorter = await fc.assert(property, { ...repeatable, ...limit }).then(
        () => failure,
        (error: Error) => error,
      );
      // Without an error it was only interrupted.
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
