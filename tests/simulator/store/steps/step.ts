import fc from 'fast-check';
import { expect } from 'vitest';
import { LinesmanError } from '../../../../ts/sdk/error/linesmanError.js';
import { sqlStateOf } from '../../../../ts/service/data/store/sqlState.js';
import type { Store } from '../../../../ts/service/data/store/store.js';

/** Stores over one kind of database: two processes with the same data, and one with its own. */
export type Stores = readonly [Store, Store, Store];

/** The fake beside the database that it stands for. */
export interface Pair {
  readonly fake: Stores;
  readonly real: Stores;
  /** What was reached, and how often. */
  readonly reached: Map<string, number>;
}

/** Calls of a store with what was drawn; also gets the store with other data. */
export type Call<T> = (store: Store, given: T, other: Store) => Promise<unknown>;

/** The answer, or the number, SQLSTATE or message of the failure. */
export type Outcome = { readonly answer: unknown } | { readonly failure: number | string };

export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await work };
  } catch (error) {
    if (error instanceof LinesmanError) return { failure: error.number };
    return { failure: sqlStateOf(error) ?? (error as Error).message };
  }
}

/** The same calls on both sides, whose outcomes must be equal. */
export class Step<T> implements fc.AsyncCommand<Pair, Pair> {
  constructor(
    private readonly name: string,
    private readonly at: 0 | 1 | 2,
    private readonly given: T,
    private readonly call: Call<T>,
  ) {}

  check = () => true;

  run = async ({ fake, real, reached }: Pair): Promise<void> => {
    const { at, call } = this;
    const other = at === 2 ? 0 : 2;
    const given = structuredClone(this.given);
    const outcome = await outcomeOf(call(fake[at], given, fake[other]));
    const expected = await outcomeOf(call(real[at], structuredClone(this.given), real[other]));
    expect(outcome, `${this}`).toStrictEqual(expected);
    for (const label of labelsOf(this.name, expected)) reached.set(label, (reached.get(label) ?? 0) + 1);
    // What the caller does with its values afterwards is no concern of the store.
    spoil(given);
    spoil(outcome);
  };

  toString = () => `${this.name}[${this.at}] ${fc.stringify(this.given)}`;
}

export const step = <T>(
  name: string,
  given: fc.Arbitrary<T>,
  call: Call<T>,
  places: fc.Arbitrary<0 | 1 | 2> = fc.constantFrom(0, 0, 0, 1, 1, 2),
): fc.Arbitrary<Step<T>> => fc.tuple(places, given).map(([at, one]) => new Step(name, at, one, call));

/** What a step tells of its way besides its answer. */
export class Noted {
  constructor(
    readonly notes: readonly string[],
    readonly answer: unknown,
  ) {}
}

function labelsOf(name: string, outcome: Outcome): string[] {
  if ('failure' in outcome) return [`${name}: ${outcome.failure}`];
  const { answer } = outcome;
  return answer instanceof Noted ? answer.notes.map((note) => `${name}: ${note}`) : [`${name}: ${kindOf(answer)}`];
}

function kindOf(answer: unknown): string {
  if (answer === undefined) return 'nothing';
  if (typeof answer !== 'object' || answer === null) return String(answer);
  const size = Array.isArray(answer) ? answer.length : answer instanceof Map ? answer.size : undefined;
  return size === 0 ? 'none' : 'some';
}

/** For lists in no order. */
export const inOrder = <T>(values: Iterable<T>): T[] =>
  [...values]
    .map((value) => [fc.stringify(value), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, value]) => value);

/** Changes everything in a value that can be changed. */
function spoil(value: unknown): void {
  if (value instanceof Uint8Array) value.fill(0xee);
  else if (value instanceof Map) {
    for (const inner of value.values()) spoil(inner);
    value.clear();
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(fields)) {
      spoil(inner);
      fields[name] = 'spoiled';
    }
  }
}
