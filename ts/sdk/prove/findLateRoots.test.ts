import { describe, expect, test } from 'vitest';
import { lateRootLogs } from '../../../tests/helpers/lateRootLogs.js';
import { configBytes, PARAMETERS } from '../../../tests/helpers/oracleBank.js';
import { key } from '../../../tests/helpers/sampleMarket.js';
import type { Address } from '../program/address/address.js';
import { configAddress } from '../program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import type { LandedTransaction } from '../program/rpcNode.js';
import type { RootsPlace } from '../proof/rootsPlace.js';
import { findLateRoots } from './findLateRoots.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const BOUND = 21_600;
const DAY = 86_400 * 20_643;
const SCORES: RootsPlace = { kind: 'scores', epochDay: 20_643, index: 12 };
const ODDS: RootsPlace = { kind: 'odds', epochDay: 20_643, index: 13 };
const FIXTURES: RootsPlace = { kind: 'fixtures', epochDay: 20_640, index: 100 };

interface Sent {
  readonly at: number | null;
  /** Null: the node does not have the logs. */
  readonly logs?: readonly string[] | null;
  readonly program?: Address;
  readonly failed?: boolean;
}

/** A node with transactions of the admin, oldest first. */
function nodeWith(sent: readonly Sent[], lateAfter = BOUND, admin: Address = PARAMETERS.admin) {
  const asked: string[] = [];
  const names = sent.map((_, i) => `${i}`).toReversed();
  return {
    asked,
    account: async (at: Address) =>
      at === configAddress(oracle).address ? { owner: oracle, data: configBytes({ lateAfter }) } : null,
    signaturesOf: async (address: Address, before?: string) => {
      if (address !== admin) return [];
      const from = before === undefined ? 0 : names.indexOf(before) + 1;
      return names.slice(from, from + 1_000).map((signature) => {
        const { failed = false, at } = sent[Number(signature)] as Sent;
        return { signature, failed, blockTime: at };
      });
    },
    transaction: async (signature: string): Promise<LandedTransaction | null> => {
      asked.push(signature);
      const { at, logs = [], program = oracle } = sent[Number(signature)] as Sent;
      return {
        meta: { err: null, logMessages: logs },
        blockTime: at,
        signers: [admin],
        instructions: [{ programAddress: program, accounts: [], data: null }],
      };
    },
  };
}

const find = (node: ReturnType<typeof nodeWith>, since = DAY) => findLateRoots({ node, oracle, since });
const late = (place: RootsPlace, at: number): Sent => ({ at, logs: lateRootLogs(oracle, place, at) });
const found = (place: RootsPlace, at: number, signature: string) => {
  const { kind, epochDay: period, index: slot } = place;
  return { kind, period, slot, at, signature };
};

describe('late roots', () => {
  test('are those that the admin signed, latest first, as far back as they are asked for', async () => {
    const node = nodeWith([
      late(SCORES, DAY - 1),
      late(SCORES, DAY + 40_000),
      { at: DAY + 41_000 },
      late(FIXTURES, DAY + 50_000),
      late(ODDS, DAY + 60_000),
    ]);
    expect(await find(node)).toEqual({
      lateAfter: BOUND,
      knownSince: DAY,
      roots: [found(ODDS, DAY + 60_000, '4'), found(FIXTURES, DAY + 50_000, '3'), found(SCORES, DAY + 40_000, '1')],
    });
    // The one before the day is not even read.
    expect(node.asked).toEqual(['4', '3', '2', '1']);
  });

  test('are known since the oldest transaction that the node has', async () => {
    expect(await find(nodeWith([{ at: DAY + 5 }, late(SCORES, DAY + 40_000)]))).toMatchObject({
      knownSince: DAY + 5,
      roots: [{ slot: 12 }],
    });
    expect(await find(nodeWith([]))).toEqual({ lateAfter: BOUND, knownSince: null, roots: [] });
  });

  test('are known only after a transaction whose logs or time the node lacks', async () => {
    for (const hole of [{ at: DAY + 10, logs: null }, { at: null }]) {
      const node = nodeWith([late(SCORES, DAY + 1), hole, { at: DAY + 20 }, late(ODDS, DAY + 30)]);
      expect(await find(node)).toMatchObject({ knownSince: DAY + 20, roots: [{ kind: 'odds' }, { kind: 'scores' }] });
    }
    expect(await find(nodeWith([late(SCORES, DAY - 5), { at: DAY + 10, logs: null }]))).toMatchObject({
      knownSince: null,
      roots: [],
    });
  });

  test('are not those of a failed transaction, of another program, or that another program claims', async () => {
    const forged = lateRootLogs(settlement, SCORES, DAY + 1);
    const node = nodeWith([
      { ...late(SCORES, DAY + 1), failed: true },
      { at: DAY + 2, logs: forged, program: settlement },
      { at: DAY + 3, logs: forged },
    ]);
    expect(await find(node)).toEqual({ lateAfter: BOUND, knownSince: DAY + 1, roots: [] });
  });

  test('are looked for in at most 200 transactions', async () => {
    const node = nodeWith(Array.from({ length: 1_500 }, (_, i) => late(SCORES, DAY + i)));
    const many = await find(node);
    expect([many?.roots.length, many?.knownSince, node.asked.length]).toEqual([200, DAY + 1_300, 200]);
  });

  test('do not exist without a bound, and are unknown of a program that is no oracle', async () => {
    const node = nodeWith([late(SCORES, DAY + 1)], 0);
    expect(await find(node)).toEqual({ lateAfter: 0, knownSince: DAY, roots: [] });
    expect(node.asked).toEqual([]);
    expect(await findLateRoots({ node, oracle: key(9), since: 0 })).toBeNull();
  });
});
