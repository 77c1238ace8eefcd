import type { NDimensionalStrategy, StatLeaf } from '../../../ts/format/index.js';
import { signedDigest } from '../../../ts/format/index.js';
import { ed25519Instruction, type ScoreProof, scoreProofOf } from '../../../ts/program/index.js';
import { multiproofPayload, type StatProof, type StatProofV4 } from '../../../ts/proof/index.js';
import type { TestChain } from '../../helpers/settlement/chain.js';
import { AWAY_WINS, allOf, binary, distance, HOME_WINS, KICK_OFF, single } from '../../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle, type Update } from '../../helpers/settlement/match.js';
import type { Evidence, Policy } from '../settlementModel.js';

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
  [6_600, [update(4, [2, 1]), update(5, [2, 1]), update(5, [2, 2])]],
  [7_200, [update(100, [2, 1]), update(100, [1, 1]), update(100, [0, 1]), update(100, [3, 1])]],
  [7_800, [update(100, [0, 0]), update(100, [0, 0], { 5: 1, 1001: 0, 1002: 0 }), update(100, [4, 3])]],
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

export interface ProofChoice {
  readonly fixture: number;
  readonly keys: readonly number[];
  readonly update: number;
  readonly form: 'V2' | 'V3' | 'V4';
  readonly witness: boolean;
  /** Leaves out the signature, or claims another value. */
  readonly fault: 'none' | 'unsigned' | 'value';
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

  get count(): number {
    return this.updates[0]?.length ?? 0;
  }

  proof(choice: ProofChoice): MatchProof {
    const key = JSON.stringify(choice);
    let made = this.proofs.get(key);
    if (!made) {
      made = this.make(choice);
      this.proofs.set(key, made);
    }
    return made;
  }

  private make({ fixture, keys, update: number, form, witness, fault }: ProofChoice): MatchProof {
    const found = this.updates[fixture]?.[number];
    if (!found) throw new Error(`no update ${number}`);
    const { slot, seq, update } = found;
    const v3 = slot.v3(keys, seq);
    const sound =
      form === 'V2'
        ? slot.v2(keys, seq)
        : form === 'V3'
          ? v3
          : ({ ...v3, version: 4, signature: SIGNATURE } as StatProofV4);
    const leaves = sound.leaves.map((leaf, i) =>
      fault === 'value' && i === 0 ? { ...leaf, stat: { ...leaf.stat, value: leaf.stat.value + 1 } } : leaf,
    );
    const values = keys.map((key) => update.stats[key] ?? 0);
    const present = values.filter((value) => value !== 0).length;
    const status = update.status ?? 0;
    const { epochDay, slot: slotNumber } = slot.batch.time;
    const time = v3.summary.updateStats.minTimestamp;
    return {
      proof: scoreProofOf({ ...sound, leaves } as StatProof),
      witness: witness ? slot.leaf(WITNESS, seq) : null,
      signature:
        form === 'V4' && fault !== 'unsigned'
          ? ed25519Instruction(SIGNER, SIGNATURE, signedDigest(multiproofPayload(v3)))
          : null,
      epochDay,
      evidence: {
        fixture,
        keys,
        time,
        orderKey: (BigInt(epochDay) << 40n) | (BigInt(slotNumber) << 28n) | BigInt(seq),
        values,
        presentPeriods: Array<number>(present + (witness ? 1 : 0)).fill(status),
        leafPeriods: keys.map(() => status),
        signature: form !== 'V4' ? 'none' : fault === 'unsigned' ? 'missing' : 'there',
        fault: fault === 'value' ? 6023 : null,
      },
    };
  }
}
