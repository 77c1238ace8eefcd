import { LinesmanError } from '../../../ts/sdk/error/linesmanError.js';
import { type Root, rootOf } from '../../../ts/sdk/format/hash.js';
import { statKey } from '../../../ts/sdk/format/statKey.js';
import type { StatLeaf } from '../../../ts/sdk/format/statValidationInput.js';
import type { NDimensionalStrategy } from '../../../ts/sdk/format/strategy.js';
import { zeroMarker } from '../../../ts/sdk/format/zeroMap.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { scoreProofOf } from '../../../ts/sdk/program/proof/scoreProofOf.js';
import type { ScoreProof } from '../../../ts/sdk/program/wire/scoreProof.js';
import { proveCompact } from '../../../ts/sdk/proof/compact.js';
import { compactForm } from '../../../ts/sdk/proof/compactForm.js';
import type { StatProof, StatProofV3 } from '../../../ts/sdk/proof/proof.js';
import { proveEvent } from '../../../ts/sdk/proof/verifyStat.js';
import type { TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, allOf, binary, distance, HOME_WINS, KICK_OFF, single } from '../../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle, type Update } from '../../helpers/settlement/match.js';
import { inV4, signatureOf } from '../../helpers/settlement/signed.js';
import { type ClaimedSport, ENDS, type Policy } from '../policyModel.js';
import type { Answer, Evidence } from '../settlementModel.js';

/** The model's matches, and the questions of its markets. */

export interface Question {
  readonly keys: readonly number[];
  readonly strategies: readonly NDimensionalStrategy[];
  readonly policies: readonly Policy[];
  /** The same as a predicate on values. */
  readonly decide: (values: readonly number[]) => number;
}

const [LEAST, MAX] = [-(2 ** 31), 2 ** 31 - 1];
const home = (values: readonly number[]) => values[0] ?? 0;
const away = (values: readonly number[]) => values[1] ?? 0;

export const QUESTIONS: readonly Question[] = [
  {
    keys: [1, 2],
    strategies: [HOME_WINS],
    policies: ['finalised', 'regular-time', 'signed-final'],
    decide: (v) => (home(v) > away(v) ? 0 : 1),
  },
  {
    keys: [1, 2],
    strategies: [HOME_WINS, AWAY_WINS],
    policies: ['finalised', 'regular-time'],
    decide: (v) => (home(v) > away(v) ? 0 : home(v) < away(v) ? 1 : 2),
  },
  {
    keys: [1, 2],
    strategies: [0, 1, 2, 3, 4, 5, 6].map((goals) => allOf(binary(0, 'add', 1, 'equalTo', goals))),
    policies: ['finalised', 'signed-final'],
    decide: (v) => {
      const goals = home(v) + away(v);
      return goals >= 0 && goals < 7 ? goals : 7;
    },
  },
  {
    keys: [1],
    strategies: [allOf(single(0, 'greaterThan', 1), single(0, 'lessThan', 4))],
    policies: ['finalised'],
    decide: (v) => (home(v) === 2 || home(v) === 3 ? 0 : 1),
  },
  {
    keys: [1, 2],
    strategies: [distance({ 0: 2, 1: 1 }, 'lessThan', 2), allOf(single(1, 'equalTo', 1))],
    policies: ['finalised', 'regular-time'],
    decide: (v) => (Math.abs(home(v) - 2) + Math.abs(away(v) - 1) < 2 ? 0 : away(v) === 1 ? 1 : 2),
  },
  {
    keys: [1001, 1002],
    strategies: [HOME_WINS],
    policies: ['half-time', 'regular-time', 'finalised'],
    decide: (v) => (home(v) > away(v) ? 0 : 1),
  },
  // A key that has another bit in another sport's layout, with one that has the same bit in all.
  {
    keys: [1001, 1],
    strategies: [allOf(single(0, 'greaterThan', 0), single(1, 'greaterThan', 0)), allOf(single(0, 'equalTo', 0))],
    policies: ['finalised', 'signed-final'],
    decide: (v) => (home(v) > 0 && away(v) > 0 ? 0 : home(v) === 0 ? 1 : 2),
  },
  // Sums, differences and distances that overflow the type of their operands.
  {
    keys: [1, 2],
    strategies: [
      allOf(binary(0, 'add', 1, 'greaterThan', MAX - 1)),
      allOf(binary(0, 'subtract', 1, 'lessThan', LEAST)),
      distance({ 0: LEAST, 1: MAX }, 'greaterThan', MAX),
    ],
    policies: ['finalised', 'regular-time'],
    decide: (v) => {
      if (home(v) + away(v) > MAX - 1) return 0;
      if (home(v) - away(v) < LEAST) return 1;
      return home(v) - LEAST + (MAX - away(v)) > MAX ? 2 : 3;
    },
  },
  {
    keys: [5, 6],
    strategies: [allOf(binary(0, 'add', 1, 'greaterThan', 0))],
    policies: ['finalised'],
    decide: (v) => (home(v) + away(v) > 0 ? 0 : 1),
  },
];

/** Whether the key's bit differs between the sports' layouts. */
export const isMistakable = (key: number): boolean => key >= 1_000;

const DAY = 86_400;
const HALF = { 1001: 1, 1002: 0 };
/** Red cards, in all three sports: there are none. */
const NEVER = 6;
/**
 * Zero stats of each sport at the bits where another sport's layout has the keys 1001 and 1002, which could so be
 * proven zero. Soccer lacks the keys of block 0, and the other sports lack 4005 and 4006; a key without a bit is not in
 * a sport's map.
 */
const MISTAKABLE = Object.fromEntries([9, 10, 19, 20, 2003, 2004, 4005, 4006].map((key) => [key, 0]));
const update = (status: number, goals: readonly [number, number], extra: Record<number, number> = HALF): Update => ({
  status,
  stats: soccerStats(goals[0], goals[1], { ...MISTAKABLE, ...extra }),
});
/** A status of soccer in another sport: half-time and the end of the second half have other ids, the rest the same. */
function statusIn(sport: ClaimedSport, status: number): number {
  const { half, regular } = ENDS[sport];
  if (status === ENDS.soccer.half) return half;
  return status === ENDS.soccer.regular[0] ? (regular[0] ?? status) : status;
}

/** Seconds after kick-off and the content of the record then; one slot each. */
const SLOTS: readonly (readonly [offset: number, updates: readonly Update[]])[] = [
  [-7_200, [update(100, [9, 0])]],
  [2_760, [update(3, [1, 0]), update(3, [1, 1], { 1001: 1, 1002: 1 })]],
  // Abandoned and cancelled, later revoked.
  [5_400, [update(15, [1, 0]), update(16, [1, 1])]],
  [6_600, [update(4, [2, 1]), update(5, [2, 1]), update(5, [2, 2])]],
  [7_200, [update(100, [2, 1]), update(100, [1, 1]), update(100, [0, 1]), update(100, [3, 1])]],
  [7_800, [update(100, [0, 0]), update(100, [0, 0], { 5: 1, 1001: 0, 1002: 0 }), update(100, [4, 3])]],
  [8_400, [update(15, [0, 0]), update(100, [2, 0]), update(16, [0, 0], { 5: 1, 1001: 0, 1002: 0 })]],
  // At the limits of the integer range.
  [9_000, [update(100, [MAX, MAX]), update(100, [LEAST, MAX]), update(100, [LEAST, 1]), update(5, [MAX, LEAST])]],
  [DAY, [update(100, [1, 0]), update(100, [1, 2])]],
];
/** Slots whose records an observer besides the publisher has. No honest attester vouches for the others. */
const TRUE_SLOTS = [1, 2, 3, 4, 6, 8];
/** Time between the kick-offs of two matches, s; they share no slot. */
const LATER = 15_300;
const PLAYED_SPORTS: readonly ClaimedSport[] = ['soccer', 'basketball', 'soccer', 'us-football', 'soccer'];
export const FIXTURES = PLAYED_SPORTS.map((sport, number) => ({
  id: 17_000_001 + 1_000 * number,
  kickOff: KICK_OFF + LATER * number,
  sport,
}));
/** Time from kick-off until most of it is known, s. */
export const PLAYED = 7_800;
/** Chain times at which a new update is known. */
export const EVENT_TIMES = FIXTURES.flatMap(({ kickOff }) => SLOTS.map(([offset]) => kickOff + offset)).sort(
  (a, b) => a - b,
);

const WITNESS = 7;

export interface MatchProof {
  readonly proof: ScoreProof;
  readonly witness: StatLeaf | null;
  /** The signature that must precede it. */
  readonly signature: Instruction | null;
  readonly evidence: Evidence;
  /** Of the slot's last update, ms. */
  readonly maxTime: number;
  readonly epochDay: number;
}

/** The subject of a proof. */
export interface Subject {
  readonly fixture: number;
  readonly keys: readonly number[];
  /** As the proof claims it. */
  readonly sport: ClaimedSport;
}

export interface ProofChoice extends Subject {
  readonly update: number;
  /** Bit i: key i is claimed to be zero, by the layout of the claimed sport. */
  readonly lies: number;
  readonly form: 'V2' | 'V3' | 'V4' | 'Compact';
  readonly witness: boolean;
  /** Omits the signature, claims another value, or adds a witness to the compact form. */
  readonly fault: 'none' | 'unsigned' | 'value' | 'beside';
  /** From the market that reads it. Default: the proof's own keys, and the match's sport. */
  readonly readAs?: Subject;
}

/** Equal for equal proofs, and fast to compute. */
export function proofKey(choice: ProofChoice): string {
  const { fixture, keys, sport, update, lies, form, witness, fault, readAs } = choice;
  const asked = readAs ? `${readAs.fixture} ${readAs.keys.join()} ${readAs.sport}` : '';
  return `${fixture} ${keys.join()} ${sport} ${update} ${lies} ${form} ${witness} ${fault} ${asked}`;
}

/** Indices of the updates that a market could accept, or that could void it, by time and content. */
export function fittingUpdates(
  fixture: number,
  from: number,
  to: number,
  says: (status: number) => boolean,
): readonly number[] {
  const { kickOff = 0, sport = 'soccer' } = FIXTURES[fixture] ?? {};
  const times = SLOTS.flatMap(([offset, said]) =>
    said.map(({ status }) => [kickOff + offset, statusIn(sport, status ?? 0)] as const),
  );
  return times.flatMap(([time, status], i) => (from <= time && time <= to && says(status) ? [i] : []));
}

/** A slot with a root. */
export interface PublishedRoot {
  readonly slot: number;
  readonly root: Root;
  /** Whether an honest attester can vouch for it. */
  readonly isTrue: boolean;
}

/** Every published update of both matches, with proofs built once. */
export class Matches {
  readonly oracle: TestOracle;
  private readonly proofs = new Map<string, MatchProof>();
  private readonly updates: { slot: PublishedSlot; seq: number; update: Update }[][];
  /** By day. */
  readonly published = new Map<number, PublishedRoot[]>();

  constructor(chain: TestChain, oracleProgram: ConstructorParameters<typeof TestOracle>[1]) {
    this.oracle = new TestOracle(chain, oracleProgram);
    this.updates = FIXTURES.map(({ id, kickOff, sport }) =>
      SLOTS.flatMap(([offset, said], i) => {
        const updates = said.map((one) => ({ ...one, status: statusIn(sport, one.status ?? 0) }));
        const slot = this.oracle.publish(id, kickOff + offset, updates, { sport });
        const { time, tree } = slot.batch;
        const root = { slot: time.slot, root: rootOf(tree.root), isTrue: TRUE_SLOTS.includes(i) };
        this.published.set(time.epochDay, [...(this.published.get(time.epochDay) ?? []), root]);
        return updates.map((one, seq) => ({ slot, seq, update: one }));
      }),
    );
  }

  /** A day with roots. */
  get anyDay(): number {
    return this.updates[0]?.[0]?.slot.batch.time.epochDay ?? 0;
  }

  /** All days with roots. */
  get days(): readonly number[] {
    return [...this.published.keys()];
  }

  get count(): number {
    return this.updates[0]?.length ?? 0;
  }

  /** The update with an order key. */
  updateAt(fixture: number, orderKey: bigint): number | undefined {
    const found = this.updates[fixture]?.findIndex(({ slot, seq }) => orderKeyOf(slot, seq) === orderKey);
    return found === -1 ? undefined : found;
  }

  proof(choice: ProofChoice): MatchProof {
    const key = proofKey(choice);
    let made = this.proofs.get(key);
    if (!made) {
      made = this.make(choice);
      this.proofs.set(key, made);
    }
    return made;
  }

  private make(choice: ProofChoice): MatchProof {
    const { fixture, keys, sport, update: number, lies, form, witness, fault } = choice;
    const found = this.updates[fixture]?.[number];
    if (!found) throw new Error(`no update ${number}`);
    const { slot, seq, update } = found;
    const isSaidZero = (key: number, i: number) => ((lies >> i) & 1) === 1 || (update.stats[key] ?? 0) === 0;
    const present = keys.filter((key, i) => !isSaidZero(key, i));
    const zero = zeroProof(slot, seq, sport);
    const sayIn = <Form extends StatProof>(honest: (keys: readonly number[]) => Form): Form => {
      const shown = honest(present.length > 0 ? present : [NEVER]);
      const leafOf = (key: number) => shown.leaves.find(({ stat }) => stat.key === key);
      const leaves = keys.map((key, i) => (isSaidZero(key, i) ? zero(key) : (leafOf(key) ?? zero(key))));
      return { ...shown, leaves };
    };
    const v3: StatProofV3 = sayIn((asked) => slot.v3(asked, seq));
    const leaf = witness || fault === 'beside' ? slot.leaf(WITNESS, seq) : null;
    const status = update.status ?? 0;
    const { epochDay } = slot.batch.time;
    const realSport = FIXTURES[fixture]?.sport ?? 'soccer';
    const asked = choice.readAs ?? { fixture, keys, sport: realSport };
    const { maxTimestamp: maxTime } = v3.summary.updateStats;
    const common = {
      time: v3.summary.updateStats.minTimestamp,
      orderKey: orderKeyOf(slot, seq),
      leafPeriods: keys.map(() => status),
    };
    if (form === 'Compact') {
      const honest = compactForm(v3, leaf ?? undefined);
      const values = honest.values.map((value, i) => (fault === 'value' && i === 0 ? changed(value) : value));
      const compact = { ...honest, values };
      const isAbsent = (i: number) => ((compact.absent >> i) & 1) === 1;
      const shownValues = asked.keys.map((key, i) => (isAbsent(i) ? 0 : (update.stats[key] ?? 0)));
      const shown = shownValues.filter((value) => value !== 0).length || (compact.witness ? 1 : 0);
      return {
        proof: { kind: 'Compact' as const, ...compact },
        witness: fault === 'beside' ? leaf : null,
        signature: null,
        maxTime,
        epochDay,
        evidence: {
          ...common,
          subject: null,
          values: shownValues,
          presentPeriods: Array<number>(shown).fill(status),
          signature: 'none',
          fault: fault === 'beside' ? 6103 : this.compactFault(compact, asked, epochDay),
        },
      };
    }
    const sound = form === 'V2' ? sayIn((one) => slot.v2(one, seq)) : form === 'V3' ? v3 : inV4(v3);
    const leaves = sound.leaves.map((one, i) =>
      fault === 'value' && i === 0 ? { ...one, stat: { ...one.stat, value: changed(one.stat.value) } } : one,
    );
    const given = { ...sound, leaves } as StatProof;
    const isPlain = lies === 0 && sport === realSport && asked.sport === realSport;
    return {
      proof: scoreProofOf(given),
      witness: witness ? leaf : null,
      signature: form === 'V4' && fault !== 'unsigned' ? signatureOf(v3) : null,
      maxTime,
      epochDay,
      evidence: {
        ...common,
        subject: { fixture, keys },
        values: keys.map((key, i) => (isSaidZero(key, i) ? 0 : (update.stats[key] ?? 0))),
        presentPeriods: Array<number>(present.length + (witness ? 1 : 0)).fill(status),
        signature: form !== 'V4' ? 'none' : fault === 'unsigned' ? 'missing' : 'there',
        fault: isPlain ? (fault === 'value' ? 6023 : null) : this.faultOf(given, asked.sport, epochDay),
      },
    };
  }

  /**
   * Whether a zero can be proven by another sport's layout is decided by the verifier, so its TypeScript twin answers
   * here.
   */
  private faultOf(proof: StatProof, sport: ClaimedSport, epochDay: number): Answer {
    return refusalOf(() => proveEvent(proof, { trust: sport, rootsAccount: this.oracle.bytes(epochDay) }));
  }

  /** The same for the compact form: a proof for one question can be read as one for another. */
  private compactFault(
    compact: ReturnType<typeof compactForm>,
    { fixture, keys, sport }: Subject,
    epochDay: number,
  ): Answer {
    const fixtureId = FIXTURES[fixture]?.id ?? 0;
    return refusalOf(() => proveCompact(compact, { fixtureId, keys, sport }, this.oracle.bytes(epochDay)));
  }
}

const orderKeyOf = ({ batch: { time } }: PublishedSlot, seq: number): bigint =>
  (BigInt(time.epochDay) << 40n) | (BigInt(time.slot) << 28n) | BigInt(seq);

/** Another value. */
const changed = (value: number): number => (value === MAX ? value - 1 : value + 1);

/** Claims any key to be zero, with the update's zero map and the layout of an arbitrary sport. */
function zeroProof(slot: PublishedSlot, seq: number, sport: ClaimedSport): (key: number) => StatLeaf {
  const { stat, statProof } = slot.leaf(NEVER, seq);
  const [marker, map] = statProof;
  if (!marker || !map) throw new Error(`${NEVER} is not zero`);
  const nodes = [{ ...marker, hash: zeroMarker(sport) }, map];
  return (key) => ({ stat: { ...stat, key: statKey(key) }, statProof: nodes });
}

function refusalOf(verify: () => unknown): Answer {
  try {
    verify();
    return null;
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
    throw error;
  }
}
