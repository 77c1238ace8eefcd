/**
 * Standard methods of Solana's JSON-RPC. The others, such as writing accounts and setting the time, are for this
 * machine only.
 */
const METHODS: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockProduction',
  'getBlocks',
  'getBlocksWithLimit',
  'getBlockTime',
  'getClusterNodes',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getLargestAccounts',
  'getLatestBlockhash',
  'getLeaderSchedule',
  'getMaxRetransmitSlot',
  'getMaxShredInsertSlot',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignaturesForAddress',
  'getSignatureStatuses',
  'getSlot',
  'getSlotLeader',
  'getSlotLeaders',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'getVoteAccounts',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'requestAirdrop',
  'sendTransaction',
  'simulateTransaction',
]);

/** Maximum bytes of a request from outside: a transaction has at most 4,096, and lists of addresses are short. */
export const LONGEST_OUTSIDE_CALL = 1 << 16;

/**
 * The body to forward for a request from outside, or `null` if it contains a non-standard method. The body is
 * serialised again, so that the chain reads exactly the checked content, because parsers disagree on duplicate keys.
 */
export function outsideCall(body: string): string | null {
  let calls: unknown;
  try {
    calls = JSON.parse(body);
  } catch {
    return null;
  }
  const isBatch = Array.isArray(calls);
  const list = (isBatch ? calls : [calls]) as unknown[];
  const written: object[] = [];
  for (const call of list) {
    const { jsonrpc, id, method, params } = (call ?? {}) as Record<string, unknown>;
    if (typeof method !== 'string' || !METHODS.has(method)) return null;
    written.push({ jsonrpc, id, method, params });
  }
  return JSON.stringify(isBatch ? written : written[0]);
}
