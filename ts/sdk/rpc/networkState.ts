import type { Address } from '../program/address/address.js';
import { FEATURES } from '../program/network/changes.js';
import { type NetworkClock, slotAimedAt } from '../program/network/clockBounds.js';
import { fetchFeatures, type KnownFeature } from '../program/network/featureState.js';
import { fetchClock } from '../program/network/networkClock.js';
import type { DocumentNode } from '../proof/document.js';
import { fetchNode } from './fetchNode.js';
import { COMMITMENT, RpcCalls, type RpcOptions } from './rpcCalls.js';

/** What a cluster says about itself. */
export interface NetworkState {
  /** Hash of the genesis block, Base58, by which a cluster is known. */
  readonly genesis: string;
  /** Of the node's software. */
  readonly version: string;
  readonly features: readonly KnownFeature[];
  /** Rent-exempt minimum in lamports, by bytes of an account. */
  readonly rent: ReadonlyMap<number, number>;
  /** Milliseconds of a slot: aimed at, and the average of the last hour; `null` if the node has no samples. */
  readonly slotTime: { readonly aimedAt: number; readonly found: number | null };
  /** Blocks in which a new blockhash can be used. */
  readonly blockhashLife: number;
  readonly clock: NetworkClock;
  /** Seconds by which the cluster's clock is behind the caller's; negative if it is ahead. */
  readonly clockLag: number;
  readonly takesVersion1: boolean;
  /** Priority fees of recent blocks with transactions that wrote one of the accounts, micro-lamports per unit. */
  readonly fees: readonly number[];
}

/** Samples of a minute each. */
const HOUR = 60;
const AT = { commitment: COMMITMENT };

const count = (node: DocumentNode): number => node.integer(0, Number.MAX_SAFE_INTEGER);

/**
 * Asks a node for everything about its cluster that Linesman depends on. Errors: those of `fetchNode`;
 * ACCOUNT_NOT_FOUND without a clock.
 *
 * @param accounts Those whose priority fees are asked for.
 * @param sizes Bytes of accounts whose rent is asked for.
 * @param now Unix ms of the caller.
 */
export async function readNetwork(
  url: string,
  { accounts, sizes, now }: { accounts: readonly Address[]; sizes: readonly number[]; now: () => number },
  options: RpcOptions = {},
): Promise<NetworkState> {
  const calls = new RpcCalls(url, options);
  const node = fetchNode(url, options);
  const [genesis, version, features, samples, latest, height, epoch, takesVersion1] = await Promise.all([
    node.genesis(),
    calls.result('getVersion', []),
    fetchFeatures(node, FEATURES),
    calls.result('getRecentPerformanceSamples', [HOUR]),
    calls.value('getLatestBlockhash', [AT]),
    calls.result('getBlockHeight', [AT]),
    calls.result('getEpochInfo', [AT]),
    node.takesVersion1?.(),
  ]);
  const rent = new Map<number, number>();
  for (const size of sizes) rent.set(size, await node.rent(size));
  const firstSlot = count(epoch.field('absoluteSlot')) - count(epoch.field('slotIndex'));
  // Last, so that no slow answer counts as lag of the clock.
  const clock = { ...(await fetchClock(node)), firstSlot };
  return {
    genesis,
    version: version.field('solana-core').string(),
    features,
    rent,
    slotTime: { aimedAt: slotAimedAt(features), found: slotTimeIn(samples.list()) },
    blockhashLife: count(latest.field('lastValidBlockHeight')) - count(height),
    clock,
    clockLag: now() / 1_000 - clock.time,
    takesVersion1: takesVersion1 ?? false,
    fees: await node.recentFees(accounts),
  };
}

function slotTimeIn(samples: readonly DocumentNode[]): number | null {
  const sumOf = (name: string): number => samples.reduce((sum, one) => sum + count(one.field(name)), 0);
  const slots = sumOf('numSlots');
  return slots === 0 ? null : (sumOf('samplePeriodSecs') * 1_000) / slots;
}
