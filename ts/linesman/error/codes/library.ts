import { named } from '../named.js';

/** Documents, proofs, conditions, accounts and transactions: 7000–7039. */

export const MALFORMED_RESPONSE = /* @__PURE__ */ named(7000, 'MalformedResponse');
export const UNKNOWN_RESPONSE = /* @__PURE__ */ named(7001, 'UnknownResponse');
export const INVALID_HASH = /* @__PURE__ */ named(7002, 'InvalidHash');
export const INVALID_NUMBER = /* @__PURE__ */ named(7003, 'InvalidNumber');
export const UNKNOWN_FIELD = /* @__PURE__ */ named(7004, 'UnknownField');
export const INVALID_CONDITION = /* @__PURE__ */ named(7005, 'InvalidCondition');
export const STAT_NOT_PROVEN = /* @__PURE__ */ named(7006, 'StatNotProven');
export const UNKNOWN_SPORT = /* @__PURE__ */ named(7007, 'UnknownSport');
export const TRANSACTION_TOO_LARGE = /* @__PURE__ */ named(7008, 'TransactionTooLarge');
export const INVALID_ORACLE_KEY = /* @__PURE__ */ named(7009, 'InvalidOracleKey');
export const INVALID_ROOTS_FILE = /* @__PURE__ */ named(7010, 'InvalidRootsFile');
export const WRONG_DAY = /* @__PURE__ */ named(7011, 'WrongDay');
export const UNKNOWN_ERROR = /* @__PURE__ */ named(7012, 'UnknownError');
export const INVALID_INSTRUCTION_DATA = /* @__PURE__ */ named(7013, 'InvalidInstructionData');
export const FILE_NOT_READABLE = /* @__PURE__ */ named(7014, 'FileNotReadable');
export const INVALID_ARGUMENT = /* @__PURE__ */ named(7015, 'InvalidArgument');
export const CONDITION_NOT_APPLICABLE = /* @__PURE__ */ named(7016, 'ConditionNotApplicable');
export const UNTRUSTED_ORACLE = /* @__PURE__ */ named(7017, 'UntrustedOracle');
export const UNTRUSTED_MINT = /* @__PURE__ */ named(7018, 'UntrustedMint');
export const STAKES_CLOSE_AFTER_START = /* @__PURE__ */ named(7019, 'StakesCloseAfterStart');
export const NO_CHALLENGE_WINDOW = /* @__PURE__ */ named(7020, 'NoChallengeWindow');
export const SIMULATION_FAILED = /* @__PURE__ */ named(7021, 'SimulationFailed');
export const ACCOUNT_NOT_FOUND = /* @__PURE__ */ named(7022, 'AccountNotFound');
export const UNEXPECTED_ACCOUNT = /* @__PURE__ */ named(7023, 'UnexpectedAccount');
export const OLDER_TREE_ON_CHAIN = /* @__PURE__ */ named(7024, 'OlderTreeOnChain');
export const NO_PROOF_YET = /* @__PURE__ */ named(7025, 'NoProofYet');
export const SERVICE_UNAVAILABLE = /* @__PURE__ */ named(7026, 'ServiceUnavailable');
export const SERVICE_REFUSED = /* @__PURE__ */ named(7027, 'ServiceRefused');
export const WRONG_RECORD = /* @__PURE__ */ named(7028, 'WrongRecord');
export const TRANSACTION_NOT_LANDED = /* @__PURE__ */ named(7029, 'TransactionNotLanded');
export const INVALID_KEYPAIR_FILE = /* @__PURE__ */ named(7030, 'InvalidKeypairFile');
export const INVALID_RECORD = /* @__PURE__ */ named(7031, 'InvalidRecord');
export const FACT_TOO_RECENT = /* @__PURE__ */ named(7032, 'FactTooRecent');
export const LAMPORTS_IN_FLIGHT = /* @__PURE__ */ named(7033, 'LamportsInFlight');
