import { LinesmanError } from '../../../ts/error/index.js';
import type { NDimensionalStrategy, StatLeaf } from '../../../ts/format/index.js';
import { signedDigest } from '../../../ts/format/index.js';
import { ed25519Instruction, type ScoreProof, scoreProofOf } from '../../../ts/program/index.js';
import {
  compactForm,
  multiproofPayload,
  proveCompact,
  type StatProof,
  type StatProofV4,
} from '../../../ts/proof/index.js';
import type { TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, allOf, binary, distance, HOME_WINS, KICK_OFF, single } from '../../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle, type Update } from '../../helpers/settlement/match.js';
import type { Answer, Evidence, Policy } from '../settlementModel.js';

/** What the model's matches say, and what its markets ask. */

export interface Question {
  readonly keys: readonly number[];
  readonly strategies: readonly NDimensionalStrategy[];
  readonly policies: readonly Policy[];
  /** The same once more, as a sentence about values. */
  readonly decide: (values: readonly number[]) => number;
}

const home = (values: readonly number[]) => values[0] ?? 0;
const away = (values: readonly number[]) => values[1] ?? 0;

export const QUESTIONS: readonly Question[] = [
  {
    keys: [1, 2],
    strategies: [HOME_WINS],
    policies: ['Finalised', 'RegularTime', 'SignedFinal'],
    decide: (v) => (home(v) > away(v) ? 0 : 1),
  },
  {
    keys: [1, 2],
    strategies: [HOME_WINS, AWAY_WINS],
    policies: ['Finalised', 'RegularTime'],
    decide: (v) => (home(v) > away(v) ? 0 : home(v) < away(v) ? 1 : 2),
  },
  {
    keys: [1, 2],
    strategies: [0, 1, 2, 3, 4, 5, 6].map((goals) => allOf(binary(0, 'add', 1, 'equalTo', goals))),
    policies: ['Finalised', 'SignedFinal'],
    decide: (v) => Math.min(home(v) + away(v), 7),
  },
  {
    keys: [1],
    strategies: [allOf(single(0, 'greaterThan', 1), single(0, 'lessThan', 4))],
    policies: ['Finalised'],
    decide: (v) => (home(v) === 2 || home(v) === 3 ? 0 : 1),
  },
  {
    keys: [1, 2],
    strategies: [
      distance(
        [
          [0, 2],
          [1, 1],
        ],
        'lessThan',
        2,
      ),
      allOf(single(1, 'equalTo', 1)),
    ],
    policies: ['Finalised', 'RegularTime'],
    decide: (v) => (Math.abs(home(v) - 2) + Math.abs(away(v) - 1) < 2 ? 0 : away(v) === 1 ? 1 : 2),
  },
  {
    keys: [1001, 1002],
    strategies: [HOME_WINS],
    policies: ['HalfTime', 'RegularTime'],
    decide: (v) => (home(v) > away(v) ? 0 : 1),
  },
  {
    keys: [5, 6],
    strategies: [allOf(binary(0, 'add', 1, 'greaterThan', 0))],
    policies: ['Finalised'],
    decide: (v) => (home(v) + away(v) > 0 ? 0 : 1),
  },
];

const DAY = 86_400;
const HALF = { 1001: 1, 1002: 0 };
const update = (status: number, goals: readonly [number, number], extra: Record<number, number> = HALF): Update => ({
  status,
  stats: soccerStats(goals[0], goals[1], extra),
});

/** Seconds after kick-off and what is said then; one slot each. */
const SLOTS: readonly (readonly [offset: number, updates: readonly Update[]])[] = [
  [-7_200, [update(100, [9, 0])]],
  [2_760, [update(3, [1, 0]), update(3, [1, 1], { 1001: 1, 1002: 1 })]],
  // Abandoned and cancelled, which is taken back.
  [5_400, [update(15, [1, 0]), update(16, [1, 1])]],
  [6_600, [update(4, [2, 1]), update(5, [2, 1]), update(5, [2, 2])]],
  [7_200, [update(100, [2, 1]), update(100, [1, 1]), update(100, [0, 1]), update(100, [3, 1])]],
  [7_800, [update(100, [0, 0]), update(100, [0, 0], { 5: 1, 1001: 0, 1002: 0 }), update(100, [4, 3])]],
  [8_400, [update(15, [0, 0]), update(100, [2, 0]), update(16, [0, 0], { 5: 1, 1001: 0, 1002: 0 })]],
  [DAY, [update(100, [1, 0]), update(100, [1, 2])]],
];
/** Each match begins so long after the one before, s; no slot has two of them. */
const LATER = 15_300;
const fixture = (number: number) => ({ id: 17_000_001 + 1_000 * number, kickOff: KICK_OFF + LATER * number });
export const FIXTURES = [0, 1, 2, 3, 4].map(fixture);
/** From kick-off until most of it is known, s. */
export const PLAYED = 7_800;
/** Instants of the chain's clock at which something new is known. */
export const EVENT_TIMES = FIXTURES.flatMap(({ kickOff }) => SLOTS.map(([offset]) => kickOff + offset)).sort(
  (a, b) => a - b,
);

const WITNESS = 7;
const SIGNATURE = new Uint8Array(64).fill(0x99);
export const SIGNER = new Uint8Array(32).fill(0x51);

export interface MatchProof {
  readonly proof: ScoreProof;
  readonly witness: StatLeaf | null;
  /** What has to stand before it. */
  readonly signature: ReturnType<typeof ed25519Instruction> | null;
  readonly evidence: Evidence;
  readonly epochDay: number;
}

/** What a proof is about. */
export interface Subject {
  readonly fixture: number;
  readonly keys: readonly number[];
}

export interface ProofChoice extends Subject {
  readonly update: number;
  readonly form: 'V2' | 'V3' | 'V4' | 'Compact';
  readonly witness: boolean;
  /** Leaves out the signature, claims another value, or gives the compact form a witness beside it. */
  readonly fault: 'none' | 'unsigned' | 'value' | 'beside';
  /** Of the market that a compact form is read with; its own when it is not given. */
  readonly readAs?: Subject;
}

/** The same for the same proof, and fast to make. */
export function proofKey({ fixture, keys, update, form, witness, fault, readAs }: ProofChoice): string {
  const asked = readAs ? `${readAs.fixture} ${readAs.keys.join()}` : '';
  return `${fixture} ${keys.join()} ${update} ${form} ${witness} ${fault} ${asked}`;
}

/** Numbers of the updates that a market could take, or that could void it: by their time, and by what they say. */
export function fittingUpdates(
  kickOff: number,
  from: number,
  to: number,
  says: (status: number) => boolean,
): readonly number[] {
  const times = SLOTS.flatMap(([offset, said]) => said.map(({ status }) => [kickOff + offset, status ?? 0] as const));
  return times.flatMap(([time, status], i) => (from <= time && time <= to && says(status) ? [i] : []));
}

/** Every update of both matches, published, and their proofs, made once. */
export class Matches {
  readonly oracle: TestOracle;
  private readonly proofs = new Map<string, MatchProof>();
  private readonly updates: { slot: PublishedSlot; seq: number; update: Update }[][];

  constructor(chain: TestChain, oracleProgram: ConstructorParameters<typeof TestOracle>[1]) {
    this.oracle = new TestOracle(chain, oracleProgram);
    this.updates = FIXTURES.map(({ id, kickOff }) =>
      SLOTS.flatMap(([offset, said]) => {
        const slot = this.oracle.publish(id, kickOff + offset, said);
        return said.map((one, seq) => ({ slot, seq, update: one }));
      }),
    );
  }

  /** A day with roots. */
  get anyDay(): number {
    return this.updates[0]?.[0]?.slot.batch.time.epochDay ?? 0;
  }

  get count(): number {
    return this.updates[0]?.length ?? 0;
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
    const { fixture, keys, update: number, form, witness, fault } = choice;
    const found = this.updates[fixture]?.[number];
    if (!found) throw new Error(`no update ${number}`);
    const { slot, seq, update } = found;
    const v3 = slot.v3(keys, seq);
    const { epochDay, slot: slotNumber } = slot.batch.time;
    const leaf = witness || fault === 'beside' ? slot.leaf(WITNESS, seq) : null;
    const status = update.status ?? 0;
    const presentOf = (asked: readonly number[]) => asked.filter((key) => (update.stats[key] ?? 0) !== 0).length;
    const common = {
      time: v3.summary.updateStats.minTimestamp,
      orderKey: (BigInt(epochDay) << 40n) | (BigInt(slotNumber) << 28n) | BigInt(seq),
      leafPeriods: keys.map(() => status),
    };
    if (form === 'Compact') {
      const honest = compactForm(v3, leaf ?? undefined);
      const values = honest.values.map((value, i) => value + (fault === 'value' && i === 0 ? 1 : 0));
      const compact = { ...honest, values };
      const asked = choice.readAs ?? { fixture, keys };
      const shown = presentOf(asked.keys) || (compact.witness ? 1 : 0);
      return {
        proof: { kind: 'Compact' as const, ...compact },
        witness: fault === 'beside' ? leaf : null,
        signature: null,
        epochDay,
        evidence: {
          ...common,
          subject: null,
          values: asked.keys.map((key) => update.stats[key] ?? 0),
          presentPeriods: Array<number>(shown).fill(status),
          signature: 'none',
          fault: fault === 'beside' ? 6103 : this.compactFault(compact, asked, epochDay),
        },
      };
    }
    const sound =
      form === 'V2'
        ? slot.v2(keys, seq)
        : form === 'V3'
          ? v3
          : ({ ...v3, version: 4, signature: SIGNATURE } as StatProofV4);
    const leaves = sound.leaves.map((one, i) =>
      fault === 'value' && i === 0 ? { ...one, stat: { ...one.stat, value: one.stat.value + 1 } } : one,
    );
    return {
      proof: scoreProofOf({ ...sound, leaves } as StatProof),
      witness: witness ? leaf : null,
      signature:
        form === 'V4' && fault !== 'unsigned'
          ? ed25519Instruction(SIGNER, SIGNATURE, signedDigest(multiproofPayload(v3)))
          : null,
      epochDay,
      evidence: {
        ...common,
        subject: { fixture, keys },
        values: keys.map((key) => update.stats[key] ?? 0),
        presentPeriods: Array<number>(presentOf(keys) + (witness ? 1 : 0)).fill(status),
        signature: form !== 'V4' ? 'none' : fault === 'unsigned' ? 'missing' : 'there',
        fault: fault === 'value' ? 6023 : null,
      },
    };
  }

  /** The verifier's own question, so its twin answers it: a compact form of one question can be read as another one's. */
  private compactFault(compact: ReturnType<typeof compactForm>, { fixture, keys }: Subject, epochDay: number): Answer {
    const fixtureId = FIXTURES[fixture]?.id ?? 0;
    try {
      proveCompact(compact, { fixtureId, keys, sport: 'soccer' }, this.oracle.bytes(epochDay));
      return null;
    } catch (error) {
      if (error instanceof LinesmanError) return error.number;
      throw error;
    }
  }
}
