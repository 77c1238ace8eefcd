import { proveStats, proveStatsTogether } from '../../../ts/records/batch/prove.js';
import { type ScoreBatch, scoreBatches } from '../../../ts/records/batch/scoreBatch.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import type { StatLeaf } from '../../../ts/sdk/format/statValidationInput.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { scoresRootsAddress } from '../../../ts/sdk/program/address/oracle.js';
import type { StatProofV2, StatProofV3 } from '../../../ts/sdk/proof/proof.js';
import type { Scoreline, ScorelineRecord } from '../scoreline/scoreline.js';
import type { TestChain } from './chain.js';

const ROOTS_SIZE = 9232;

/** The content of one update. */
export interface Update {
  /** `StatusId`, the period of every leaf; `null` when the record has none. */
  readonly status: number | null;
  readonly stats: Readonly<Record<number, number>>;
}

/** One published slot of one fixture. */
export class PublishedSlot {
  constructor(
    readonly batch: ScoreBatch,
    readonly fixtureId: number,
  ) {}

  /** Every stat with its own path. */
  v2(keys: readonly number[], seq = 0): StatProofV2 {
    return proveStats(this.batch, { fixtureId: this.fixtureId, seq, keys });
  }

  /** All present stats under one multiproof. */
  v3(keys: readonly number[], seq = 0): StatProofV3 {
    return proveStatsTogether(this.batch, { fixtureId: this.fixtureId, seq, keys });
  }

  /** One stat with its own path: a finality witness. */
  leaf(key: number, seq = 0): StatLeaf {
    const leaf = this.v2([key], seq).leaves[0];
    if (!leaf) throw new Error(`no leaf for ${key}`);
    return leaf;
  }
}

/** The roots accounts of an oracle program, written directly. */
export class TestOracle {
  private readonly days = new Map<number, Buffer>();

  constructor(
    private readonly chain: TestChain,
    readonly programId: Address,
  ) {}

  /** Nothing is published. */
  restart(): void {
    this.days.clear();
  }

  roots(epochDay: number): Address {
    return scoresRootsAddress(epochDay, this.programId).address;
  }

  /** The roots account of a day, as published so far. */
  bytes(epochDay: number): Buffer {
    const { bump } = scoresRootsAddress(epochDay, this.programId);
    const data = this.days.get(epochDay) ?? Buffer.alloc(ROOTS_SIZE);
    data.write('d90c0c170ab7737d', 0, 'hex');
    data.writeUInt16LE(epochDay, 8);
    data[10 + 288 * 32] = bump;
    this.days.set(epochDay, data);
    return data;
  }

  /** A copy of these bytes with a change. */
  edited(epochDay: number, edit: (data: Buffer) => void): Buffer {
    const data = Buffer.from(this.bytes(epochDay));
    edit(data);
    return data;
  }

  /** Puts an account at an address and names it as the roots account. */
  place(owner: Address, data: Uint8Array, address = this.chain.address()): { readonly roots: Address } {
    this.chain.setAccount(address, owner, data);
    return { roots: address };
  }

  /** Publishes a whole slot, and returns one of its fixtures. */
  publishBatch(batch: ScoreBatch, fixtureId: number): PublishedSlot {
    const data = this.bytes(batch.time.epochDay);
    data.set(batch.tree.root, 10 + 32 * batch.time.slot);
    this.chain.setAccount(this.roots(batch.time.epochDay), this.programId, data);
    return new PublishedSlot(batch, fixtureId);
  }

  /**
   * Publishes updates of one fixture in one slot, one per second from `time` on (s, to the millisecond). `others` are
   * further fixtures of the slot.
   */
  publish(
    fixtureId: number,
    time: number,
    updates: readonly Update[],
    options: { sport?: Sport; others?: number; otherStatus?: number } = {},
  ): PublishedSlot {
    const { sport = 'soccer', others = 1, otherStatus = 100 } = options;
    const record = (id: number, seq: number, { status, stats }: Update): ScorelineRecord => ({
      FixtureId: id,
      Seq: seq,
      Ts: Math.round(time * 1000) + seq * 1000,
      Action: 'status',
      Id: seq,
      ...(status === null ? {} : { StatusId: status }),
      Stats: stats,
    });
    const records = updates.map((update, seq) => record(fixtureId, seq, update));
    for (let i = 1; i <= others; i++)
      records.push(record(fixtureId + i, 0, { status: otherStatus, stats: { 1: i, 2: 0 } }));
    const [batch, ...more] = scoreBatches([{ sport, records }]);
    if (!batch || more.length > 0) throw new Error('the updates are not of one slot');
    return this.publishBatch(batch, fixtureId);
  }

  /** Publishes every slot of a match that has no other fixture. Returns the slot of each record by its `Seq`. */
  publishMatch({ sport, fixtureId, records }: Scoreline): (seq: number) => PublishedSlot {
    const slots = scoreBatches([{ sport, records }]).map((batch) => this.publishBatch(batch, fixtureId));
    return (seq) => {
      const holds = ({ batch }: PublishedSlot) =>
        batch.fixtures.some(({ events }) => events.some(({ record }) => record.Seq === seq));
      const slot = slots.find(holds);
      if (!slot) throw new Error(`the match has no record ${seq}`);
      return slot;
    };
  }
}

/**
 * Soccer stats, 17 of them non-zero (a stat tree of depth 5): goals in total, in the first half and in the second half;
 * no red cards (5, 6).
 */
export function soccerStats(home: number, away: number, extra: Record<number, number> = {}): Record<number, number> {
  const stats: Record<number, number> = {};
  for (const block of [0, 1000, 2000, 3000]) for (let offset = 1; offset <= 8; offset++) stats[block + offset] = 0;
  return Object.assign(
    stats,
    { 1: home, 2: away, 3: 2, 4: 1, 7: 5, 8: 3, 3001: home, 3002: away, 1003: 1, 1004: 1, 1007: 2, 1008: 1 },
    { 3003: 1, 3007: 3, 3008: 2, 2007: 2, 2008: 1 },
    extra,
  );
}
