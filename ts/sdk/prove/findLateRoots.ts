import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { integerOf, OBJECT } from '../format/optionKinds.js';
import type { Seconds } from '../format/slotTime.js';
import { findOracleConfig } from '../program/account/findOracleConfig.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import type { Chain } from '../program/chain.js';
import type { FetchNode } from '../rpc/fetchNode.js';
import { AdminTrail, type FoundLateRoot, type LateRootsGap, type OracleChange } from './adminTrail.js';

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

/** The bound for late roots of an oracle, and the late ones that are known. */
export interface LateRoots {
  /** How long after the end of its slot the publisher alone may publish a root; 0 = no bound, so no root is dated. */
  readonly lateAfter: Seconds;
  /** For slots that ended at `changed` (Unix seconds) or before: this bound, if it is stricter; 0 = none. */
  readonly before: Seconds;
  readonly changed: number;
  /** Unix seconds: every late root after this time is known. Null: none is, whatever `roots` has. */
  readonly knownSince: number | null;
  /** What stands before `knownSince`; null when late roots are known as far back as was asked. */
  readonly gap: LateRootsGap | null;
  /** Latest first. */
  readonly roots: readonly FoundLateRoot[];
  /** What the known admins set: the bound, the publisher, oracle keys, and the admin. Latest first. */
  readonly changes: readonly OracleChange[];
}

/**
 * Finds the late roots of an oracle in the transactions of its admins, whose signature each of them needs: in the
 * instructions, so that a truncated log hides nothing. Null for a program without the configuration of an oracle.
 *
 * It knows as much as the node, and says since when: not beyond the last change of the bound or of the program, an
 * admin whose predecessor it does not find, or a transaction in which an admin may have called the oracle program
 * through another program. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; those of the node.
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
  const config = await findOracleConfig(node, oracle);
  if (config === null) return null;
  const lateAfter = config.lateAfter as Seconds;
  const bound = { lateAfter, before: config.before as Seconds, changed: config.changed };
  if (lateAfter === 0) return { ...bound, knownSince: null, gap: 'bound', roots: [], changes: [] };
  const trail = new AdminTrail(node, oracle, since);
  trail.lacks('bound', config.changed);
  await trail.follow(config.admin);
  const latest = <T extends { readonly at: number | null }>(list: readonly T[]): T[] =>
    list.toSorted((a, b) => (b.at ?? Number.POSITIVE_INFINITY) - (a.at ?? Number.POSITIVE_INFINITY));
  return { ...bound, ...trail.known(), roots: latest(trail.roots), changes: latest(trail.changes) };
}
