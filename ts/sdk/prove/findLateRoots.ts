import { ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT } from '../error/codes/library.js';
import { isError } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { integerOf, OBJECT } from '../format/optionKinds.js';
import type { Seconds } from '../format/slotTime.js';
import { fetchOracleConfig } from '../program/account/fetchOracleConfig.js';
import type { OracleConfig } from '../program/account/oracleConfig.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import type { Chain } from '../program/chain.js';
import { type LateRoot, lateRootsIn } from '../program/oracle/rootEvents.js';
import type { FetchNode } from '../rpc/fetchNode.js';

/** The maximum number of the admin's transactions to read. A node lists more at once. */
const MAX_TRANSACTIONS = 200;

export interface FindLateRootsParameters {
  /** `fetchNode` of `@linesman/sdk/rpc` is one. */
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

/** A late root, and the transaction that published it. */
export interface FoundLateRoot extends LateRoot {
  readonly signature: string;
}

/** The bound for late roots of an oracle, and the late ones that are known. */
export interface LateRoots {
  /** How long after the end of its slot the publisher alone may publish a root; 0 = no bound, so no root is late. */
  readonly lateAfter: Seconds;
  /** Unix seconds: every late root after this time is known. Null: the node has no transaction of the admin. */
  readonly knownSince: number | null;
  /** Latest first. */
  readonly roots: readonly FoundLateRoot[];
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
 * import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { findLateRoots } from '@linesman/sdk/prove';
 * import { fetchNode } from '@linesman/sdk/rpc';
 *
 * const node = fetchNode('https://api.devnet.solana.com');
 * const found = await findLateRoots({ node, oracle: LOCALNET_PROGRAM_IDS.oracle, since: 1_800_000_000 });
 * for (const { kind, period, slot, at } of found?.roots ?? []) console.log(kind, period, slot, at);
 * ```
 */
export async function findLateRoots(parameters: FindLateRootsParameters): Promise<LateRoots | null> {
  checkOptions('findLateRoots', parameters, GIVEN);
  const { node, oracle, since } = parameters;
  const config = await configIn(node, oracle);
  if (config === null) return null;
  const lateAfter = config.lateAfter as Seconds;
  if (lateAfter === 0) return { lateAfter, knownSince: since, roots: [] };
  const roots: FoundLateRoot[] = [];
  let knownSince: number | null = null;
  let isKnown = true;
  const listed = await node.signaturesOf(config.admin);
  for (const { signature, failed, blockTime } of listed.slice(0, MAX_TRANSACTIONS)) {
    if (blockTime !== null && blockTime < since) return { lateAfter, knownSince: isKnown ? since : knownSince, roots };
    const transaction = failed ? null : await node.transaction(signature);
    const found = failed ? [] : transaction && lateRootsIn(transaction, oracle);
    if (found === null || blockTime === null) isKnown = false;
    else if (isKnown) knownSince = blockTime;
    roots.push(...(found ?? []).map((root) => ({ ...root, signature })));
  }
  return { lateAfter, knownSince, roots };
}

/** Null for a program without the configuration of an oracle. */
async function configIn(node: FindLateRootsParameters['node'], oracle: Address): Promise<OracleConfig | null> {
  try {
    return await fetchOracleConfig(node, oracle);
  } catch (error) {
    if (isError(error, ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT)) return null;
    throw error;
  }
}
