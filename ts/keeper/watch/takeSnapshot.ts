import { EQUIVOCATION_ATTEMPT } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import { findOracleConfig } from '@linesman/sdk/internal/program/account/findOracleConfig';
import { findProgramData } from '@linesman/sdk/internal/program/account/programData';
import { firstDayOf, rootsAddress } from '@linesman/sdk/internal/program/address/oracle';
import { failedInstruction } from '@linesman/sdk/internal/program/failedInstruction';
import { fetchClock } from '@linesman/sdk/internal/program/network/networkClock';
import { LEAST_TIME_BEFORE_START } from '@linesman/sdk/internal/program/settlement/rules/reviewStake';
import type { Address, LandedTransaction } from '@linesman/sdk/program';
import { publishedSlots, ROOTS_KINDS, type RootsKind } from '@linesman/sdk/proof';
import { findLateRoots } from '@linesman/sdk/prove';
import { keyOf, type Sight } from './findings.js';
import { poolSights } from './poolSights.js';
import { resultSights } from './resultSights.js';
import { type Snapshot, VALUE_NAMES } from './snapshot.js';
import type { Watched, WatchNode } from './watched.js';

const DAY = 86_400;
/** How far a round looks back before the last one, s: transactions that landed then may not have been listed yet. */
const OVERLAP = 300;
/** A chain without a new slot for so long has halted, s. */
const HALT = 60;
/** The most failed transactions of an account to read in a round. Anybody can send some. */
const MOST_FAILED = 100;

/**
 * Reads everything that is watched, once. `now`: the machine's time, Unix seconds. Errors: those of the node; then
 * there is no snapshot, and the next round compares with `before` again.
 */
export async function takeSnapshot(watched: Watched, before: Snapshot | null, now: number): Promise<Snapshot> {
  const { node, oracle, settlement, opinions } = watched;
  for (const opinion of opinions) opinion.startRound?.();
  const { slot, time } = await fetchClock(node);
  const clock = { slot, time, seenAt: before?.clock.slot === slot ? before.clock.seenAt : now };
  const since = before === null ? time - DAY : Math.min(before.clock.time, time) - OVERLAP;
  const days = [time - DAY, time].map((one) => Math.floor(one / DAY));
  const accounts = ROOTS_KINDS.flatMap((kind) =>
    [...new Set(days.map((day) => firstDayOf(kind, day)))].map((day) => ({ kind, day })),
  );
  const [values, roots, inserts, pools, results] = await Promise.all([
    valuesOf(node, oracle, settlement),
    rootsOf(node, oracle, accounts),
    insertSights(node, oracle, accounts, since),
    poolSights(watched),
    resultSights(watched, time),
  ]);
  const seen = [...clockSights(clock, now), ...inserts, ...pools, ...results];
  return { oracle, settlement, clock, values, roots, sights: distinct([...seen, ...unanswered(seen, before)]) };
}

/** What stood by a source that does not answer now. It is not over. */
function unanswered(seen: readonly Sight[], before: Snapshot | null): Sight[] {
  const silent = seen.filter(({ kind }) => kind === 'not-compared').map(({ subject }) => ` ${subject}`);
  return before?.sights.filter(({ subject }) => silent.some((end) => subject.endsWith(end))) ?? [];
}

/** One of each kind and subject. */
const distinct = (sights: readonly Sight[]): Sight[] => [
  ...new Map(sights.map((sight) => [keyOf(sight), sight])).values(),
];

async function valuesOf(node: WatchNode, oracle: Address, settlement: Address): Promise<Snapshot['values']> {
  const config = await findOracleConfig(node, oracle);
  const [oracleProgram, settlementProgram] = await Promise.all(
    [oracle, settlement].map((program) => findProgramData(node, program)),
  );
  const found = {
    ...config,
    oracleSlot: oracleProgram?.slot,
    settlementSlot: settlementProgram?.slot,
    oracleAuthority: oracleProgram?.upgradeAuthority,
    settlementAuthority: settlementProgram?.upgradeAuthority,
  };
  const text = (value: unknown): string => (value instanceof Uint8Array ? bytesToHex(value) : `${value ?? 'none'}`);
  return Object.fromEntries(VALUE_NAMES.map((name) => [name, text(found[name])])) as Snapshot['values'];
}

interface RootsOf {
  readonly kind: RootsKind;
  readonly day: number;
}

async function rootsOf(node: WatchNode, oracle: Address, those: readonly RootsOf[]): Promise<Snapshot['roots']> {
  const accounts = await node.accounts(those.map(({ kind, day }) => rootsAddress(kind, day, oracle).address));
  return Object.fromEntries(
    those.map(({ kind, day }, i) => {
      const account = accounts[i];
      const roots = account?.owner === oracle ? rootsIn(account.data) : [];
      const filled = roots.flatMap((root, slot) => (root ? [[slot, bytesToHex(root)] as const] : []));
      return [`${kind} ${day}`, Object.fromEntries(filled)];
    }),
  );
}

/** None in what no version of ours has written: a round must not fail because the program was replaced. */
function rootsIn(data: Uint8Array): readonly (Uint8Array | null)[] {
  try {
    return publishedSlots(data).roots;
  } catch {
    return [];
  }
}

/** Late roots, and inserts that were refused because the slot had another root already. */
async function insertSights(
  node: WatchNode,
  oracle: Address,
  accounts: readonly RootsOf[],
  since: number,
): Promise<Sight[]> {
  const late = await findLateRoots({ node, oracle, since: Math.max(0, since) });
  const unknown = (reason: string): Sight => ({ kind: 'inserts-unknown', subject: reason, details: {} });
  const second = accounts.map(async ({ kind, day }): Promise<Sight[]> => {
    const listed = await node.signaturesOf(rootsAddress(kind, day, oracle).address);
    const failed = listed.filter(({ failed, blockTime }) => failed && (blockTime ?? since) >= since);
    const read = await Promise.all(
      failed.slice(0, MOST_FAILED).map(async ({ signature }): Promise<Sight[]> => {
        const transaction = await node.transaction(signature);
        const isSecond = transaction !== null && isRefused(transaction, oracle);
        return isSecond ? [{ kind: 'second-root', subject: signature, details: { roots: `${kind} ${day}` } }] : [];
      }),
    );
    return [...read.flat(), ...(failed.length > MOST_FAILED ? [unknown('many')] : [])];
  });
  return [
    ...(late?.roots ?? []).map(
      ({ kind, period, slot, signature }): Sight => ({
        kind: 'late-root',
        subject: `${kind} ${period} ${slot}`,
        details: { signature },
      }),
    ),
    ...(late?.gap ? [unknown(late.gap)] : []),
    ...(await Promise.all(second)).flat(),
  ];
}

/** Only the publisher gets as far as this error. */
function isRefused({ meta, instructions }: LandedTransaction, oracle: Address): boolean {
  const failed = failedInstruction(meta?.err);
  return failed?.custom === EQUIVOCATION_ATTEMPT && instructions[failed.at]?.programAddress === oracle;
}

function clockSights({ slot, time, seenAt }: Snapshot['clock'], now: number): Sight[] {
  const lag = now - time;
  return [
    // Stakes close that long before a match.
    ...(Math.abs(lag) > LEAST_TIME_BEFORE_START
      ? [{ kind: 'clock-off', subject: lag > 0 ? 'behind' : 'ahead', details: { lag } } as const]
      : []),
    ...(now - seenAt >= HALT
      ? [{ kind: 'chain-halted', subject: `slot ${slot}`, details: { seconds: now - seenAt } } as const]
      : []),
  ];
}
