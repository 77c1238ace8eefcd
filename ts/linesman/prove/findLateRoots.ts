import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import type { Seconds } from '../format/index.js';
import { integerOf, OBJECT } from '../format/optionKinds.js';
import { fetchOracleConfig } from '../program/account/fetchOracleConfig.js';
import { ADDRESS } from '../program/address/addressOption.js';
import { type Address, type Chain, decodeRootEvent, loggedData } from '../program/index.js';
import { ROOTS_KINDS, type RootsKind } from '../proof/index.js';
import type { FetchNode, ListedSignature } from '../rpc/index.js';

/** The maximum number of the admin's transactions to read. */
const MAX_TRANSACTIONS = 200;

export interface FindLateRootsParameters {
  /** `fetchNode` of `linesman/rpc` is one. */
  readonly node: Pick<Chain, 'account'> & Pick<FetchNode, 'signaturesOf' | 'transaction'>;
  /** The oracle program. */
  readonly oracle: Address;
  /** Unix seconds: only roots that were published later. For the roots of a day, its start. */
  readonly since: number;
}

const GIVEN: OptionRules<FindLateRootsParameters> = {
  node: required(OBJECT),
  oracle: required(ADDRESS),
  since: required(integerOf(0)),
};

/** A root that was published after the bound, with the signature of the admin. */
export interface LateRoot {
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
  /** 5-minute slot of the day; for fixtures, hour of the ten days. */
  readonly slot: number;
  /** Unix seconds of the chain's clock. */
  readonly at: number;
  readonly signature: string;
}

/** The bound for late roots of an oracle, and the late ones that are known. */
export interface LateRoots {
  /** How long after the end of its slot the publisher alone may publish a root; 0 = no bound, so no root is late. */
  readonly lateAfter: Seconds;
  /** Unix seconds: every late root after this time is known. Null: the node has no transaction of the admin. */
  readonly knownSince: number | null;
  /** Latest first. */
  readonly roots: readonly LateRoot[];
}

/**
 * Finds the late roots of an oracle in the transactions of its admin, whose signature each of them needs. Null for a
 * program without the configuration of an oracle.
 *
 * It knows as much as the node: `knownSince` is the time since when the node has those transactions. It does not find
 * roots that an earlier admin signed, or that were inserted through another program. Errors: UNKNOWN_OPTION,
 * MISSING_OPTION, WRONG_OPTION; those of the node.
 *
 * @example
 * ```ts
 * import { LOCALNET_PROGRAM_IDS } from 'linesman/program';
 * import { findLateRoots } from 'linesman/prove';
 * import { fetchNode } from 'linesman/rpc';
 *
 * const node = fetchNode('https://api.devnet.solana.com');
 * const found = await findLateRoots({ node, oracle: LOCALNET_PROGRAM_IDS.oracle, since: 1_800_000_000 });
 * for (const { kind, period, slot, at } of found?.roots ?? []) console.log(kind, period, slot, at);
 * ```
 */
export async function findLateRoots(parameters: FindLateRootsParameters): Promise<LateRoots | null> {
  checkOptions('findLateRoots', parameters, GIVEN);
  const { node, oracle, since } = parameters;
  const config = await fetchOracleConfig(node, oracle);
  if (config === null) return null;
  const lateAfter = config.lateAfter as Seconds;
  if (lateAfter === 0) return { lateAfter, knownSince: since, roots: [] };
  const roots: LateRoot[] = [];
  let knownSince: number | null = null;
  let isKnown = true;
  for await (const { signature, failed, blockTime } of listedOf(node, config.admin)) {
    if (blockTime !== null && blockTime < since) return { lateAfter, knownSince: isKnown ? since : knownSince, roots };
    const found = failed ? [] : await rootsIn(node, oracle, signature);
    if (found === null || blockTime === null) isKnown = false;
    else if (isKnown) knownSince = blockTime;
    roots.push(...(found ?? []));
  }
  return { lateAfter, knownSince, roots };
}

/** The transactions that name an address, latest first. */
async function* listedOf(
  node: FindLateRootsParameters['node'],
  address: Address,
): AsyncGenerator<ListedSignature, void, undefined> {
  let [left, before]: [number, string | undefined] = [MAX_TRANSACTIONS, undefined];
  while (left > 0) {
    const listed = await node.signaturesOf(address, before);
    yield* listed.slice(0, left);
    left -= listed.length;
    before = listed.at(-1)?.signature;
    if (before === undefined || listed.length < 1_000) return;
  }
}

/** The late roots that a transaction published; null if the node does not have its logs. */
async function rootsIn(
  node: FindLateRootsParameters['node'],
  oracle: Address,
  signature: string,
): Promise<LateRoot[] | null> {
  const transaction = await node.transaction(signature);
  const logs = transaction?.meta?.logMessages;
  if (!transaction || !logs) return null;
  const calls = transaction.instructions.filter(({ programAddress }) => programAddress === oracle);
  const events = calls.flatMap((_, nth) => loggedData(logs, oracle, nth).map(decodeRootEvent));
  return events.flatMap((event) => {
    if (event?.name !== 'LateRoot') return [];
    const kind = ROOTS_KINDS[event.kind];
    const { period, slot, at } = event;
    return kind === undefined ? [] : [{ kind, period, slot, at, signature }];
  });
}
