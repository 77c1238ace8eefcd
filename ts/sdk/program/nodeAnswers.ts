/**
 * What the errors of a node say about a later answer. `later`: it may be otherwise a second later, because the node
 * lags behind the cluster or is busy. `elsewhere`: another node may answer, which behind one address may be the next
 * one. `final`: the same request gets the same answer everywhere.
 */
type Lasting = 'later' | 'elsewhere' | 'final';

/** Errors of JSON-RPC: all of Agave's `RpcCustomError` (rpc-client-api/src/custom_error.rs), up to -32021. */
export const RPC_ERRORS: Readonly<Record<number, Lasting>> = {
  [-32_001]: 'elsewhere', // BlockCleanedUp
  [-32_002]: 'final', // SendTransactionPreflightFailure, never requested by us
  [-32_003]: 'final', // TransactionSignatureVerificationFailure
  [-32_004]: 'later', // BlockNotAvailable; also the rate limit of some providers, as the next
  [-32_005]: 'later', // NodeUnhealthy
  [-32_006]: 'final', // TransactionPrecompileVerificationFailure
  [-32_007]: 'elsewhere', // SlotSkipped, "or missing due to ledger jump"
  [-32_008]: 'elsewhere', // NoSnapshot
  [-32_009]: 'elsewhere', // LongTermStorageSlotSkipped, "or missing in long-term storage"
  [-32_010]: 'elsewhere', // KeyExcludedFromSecondaryIndex, a setting of this node
  [-32_011]: 'final', // TransactionHistoryNotAvailable; `transactionStatuses` has another way
  [-32_012]: 'later', // ScanError, the slot was replaced during the scan
  [-32_013]: 'final', // TransactionSignatureLenMismatch
  [-32_014]: 'later', // BlockStatusNotAvailableYet
  [-32_015]: 'final', // UnsupportedTransactionVersion
  [-32_016]: 'later', // MinContextSlotNotReached
  [-32_017]: 'later', // EpochRewardsPeriodActive
  [-32_018]: 'elsewhere', // SlotNotEpochBoundary, "may be due to gap in the queried node's local ledger"
  [-32_019]: 'later', // LongTermStorageUnreachable, "please try again"
  [-32_020]: 'later', // FilterTransactionNotFound, the signature to list from is not known yet
  [-32_021]: 'elsewhere', // NoSlotHistory
};

/**
 * Errors of a simulation: all of `TransactionError` (the crate solana-transaction-error 3.1.0, which Agave re-exports).
 * That of an instruction is the decision of a program, which is final. An account that does not exist, and lamports and
 * entries that are missing, may have been created at a node that is ahead of this one.
 */
export const TRANSACTION_ERRORS: Readonly<Record<string, Lasting>> = {
  AccountInUse: 'later',
  AccountLoadedTwice: 'final',
  AccountNotFound: 'later',
  ProgramAccountNotFound: 'later',
  InsufficientFundsForFee: 'later',
  InvalidAccountForFee: 'final',
  // An equal transaction has landed with the same blockhash; with the next one, this one is another.
  AlreadyProcessed: 'later',
  BlockhashNotFound: 'later',
  InstructionError: 'final',
  CallChainTooDeep: 'final',
  MissingSignatureForFee: 'final',
  InvalidAccountIndex: 'final',
  SignatureFailure: 'final',
  // A program can be called from the slot after its deployment.
  InvalidProgramForExecution: 'later',
  SanitizeFailure: 'final',
  ClusterMaintenance: 'later',
  AccountBorrowOutstanding: 'final',
  WouldExceedMaxBlockCostLimit: 'later',
  UnsupportedVersion: 'final',
  InvalidWritableAccount: 'final',
  WouldExceedMaxAccountCostLimit: 'later',
  WouldExceedAccountDataBlockLimit: 'later',
  TooManyAccountLocks: 'final',
  AddressLookupTableNotFound: 'later',
  InvalidAddressLookupTableOwner: 'final',
  InvalidAddressLookupTableData: 'final',
  InvalidAddressLookupTableIndex: 'later',
  InvalidRentPayingAccount: 'final',
  WouldExceedMaxVoteCostLimit: 'later',
  WouldExceedAccountDataTotalLimit: 'final',
  DuplicateInstruction: 'final',
  InsufficientFundsForRent: 'final',
  MaxLoadedAccountsDataSizeExceeded: 'final',
  InvalidLoadedAccountsDataSizeLimit: 'final',
  ResanitizationNeeded: 'later',
  ProgramExecutionTemporarilyRestricted: 'later',
  UnbalancedTransaction: 'final',
  ProgramCacheHitMaxLimit: 'later',
  CommitCancelled: 'later',
};

/** Whether the same request may be answered otherwise, by this node or by another one. Unknown errors are final. */
export const isPassingRpcError = (code: unknown): boolean =>
  typeof code === 'number' && Object.hasOwn(RPC_ERRORS, code) && RPC_ERRORS[code] !== 'final';

/** Whether a simulation with this error may succeed at the same node a second later. Unknown errors are final. */
export function isPassingFailure(error: unknown): boolean {
  const name = typeof error === 'string' ? error : (Object.keys(error ?? {})[0] ?? '');
  return Object.hasOwn(TRANSACTION_ERRORS, name) && TRANSACTION_ERRORS[name] !== 'final';
}
