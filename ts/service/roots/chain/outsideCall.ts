/** Methods of Solana's JSON-RPC: what the embedded chain can do besides, such as writing accounts and setting the time, is for this machine. */
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

/** Bytes of a request from outside: a transaction has 1,232, and a list of addresses is short. */
export const LONGEST_OUTSIDE_CALL = 1 << 16;

/**
 * The body of a request from outside as it is handed on, or `null` when it asks for anything but the methods of every chain. It is written
 * anew, so that the chain reads what was checked: of a key that stands there twice, each reader takes another one.
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
