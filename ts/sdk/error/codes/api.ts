import { named } from '../named.js';

/** Refusals of the service, and failures of its client: 7060–7104. */

export const INVALID_SESSION = /* @__PURE__ */ named(7060, 'InvalidSession');
export const INVALID_API_TOKEN = /* @__PURE__ */ named(7061, 'InvalidApiToken');
export const INVALID_PARAMETERS = /* @__PURE__ */ named(7062, 'InvalidParameters');
export const NOT_ENTITLED = /* @__PURE__ */ named(7063, 'NotEntitled');
export const RECORD_NOT_FOUND = /* @__PURE__ */ named(7064, 'RecordNotFound');
export const NOT_PUBLISHED_YET = /* @__PURE__ */ named(7065, 'NotPublishedYet');
export const TOO_MANY_REQUESTS = /* @__PURE__ */ named(7066, 'TooManyRequests');
export const TOO_MANY_STREAMS = /* @__PURE__ */ named(7067, 'TooManyStreams');
export const CHAIN_NOT_REACHABLE = /* @__PURE__ */ named(7068, 'ChainNotReachable');
export const INTERNAL_ERROR = /* @__PURE__ */ named(7069, 'InternalError');
export const INVALID_SERVICE_KEY = /* @__PURE__ */ named(7070, 'InvalidServiceKey');
export const WALLET_SIGNATURE_INVALID = /* @__PURE__ */ named(7071, 'WalletSignatureInvalid');
export const TRANSACTION_UNKNOWN = /* @__PURE__ */ named(7072, 'TransactionUnknown');
export const TRANSACTION_FAILED = /* @__PURE__ */ named(7073, 'TransactionFailed');
export const TRANSACTION_USED = /* @__PURE__ */ named(7074, 'TransactionUsed');
export const TRANSACTION_OF_OTHER_WALLET = /* @__PURE__ */ named(7075, 'TransactionOfOtherWallet');
export const NOT_A_SUBSCRIPTION = /* @__PURE__ */ named(7076, 'NotASubscription');
export const SUBSCRIPTION_OVER = /* @__PURE__ */ named(7077, 'SubscriptionOver');
export const LEAGUES_NOT_SELECTABLE = /* @__PURE__ */ named(7078, 'LeaguesNotSelectable');
export const LEAGUES_MISSING = /* @__PURE__ */ named(7079, 'LeaguesMissing');
export const LEAGUES_REPEATED = /* @__PURE__ */ named(7080, 'LeaguesRepeated');
export const LEAGUE_UNKNOWN = /* @__PURE__ */ named(7081, 'LeagueUnknown');
export const TOO_MANY_LEAGUES = /* @__PURE__ */ named(7082, 'TooManyLeagues');
export const LEVEL_NOT_SOLD = /* @__PURE__ */ named(7083, 'LevelNotSold');
export const NO_STABLECOIN_ACCOUNT = /* @__PURE__ */ named(7084, 'NoStablecoinAccount');
export const BALANCE_TOO_LOW = /* @__PURE__ */ named(7085, 'BalanceTooLow');
export const NOT_IN_TIME = /* @__PURE__ */ named(7086, 'NotInTime');
export const REQUEST_TOO_LARGE = /* @__PURE__ */ named(7087, 'RequestTooLarge');
export const INVALID_STREAM_EVENT = /* @__PURE__ */ named(7088, 'InvalidStreamEvent');
export const INVALID_OPERATOR_TABLE = /* @__PURE__ */ named(7089, 'InvalidOperatorTable');
export const REQUEST_ABORTED = /* @__PURE__ */ named(7090, 'RequestAborted');
export const STREAM_GAP = /* @__PURE__ */ named(7091, 'StreamGap');
export const UNKNOWN_TRANSACTION_VERSION = /* @__PURE__ */ named(7097, 'UnknownTransactionVersion');
