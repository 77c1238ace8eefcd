import * as code from '../codes/api.js';
import { clipped } from '../quoted.js';
import { UNREADABLE } from './files.js';
import { faultsText, type RequestFault } from './requestFaults.js';
import { type ErrorText, problems, text, wordsWith } from './text.js';

/** `option` names the node, whose address is not repeated because it may contain an access key. */
export interface ChainFault {
  /** A noun. */
  readonly asked?: string;
  readonly option?: '--rpc';
  /** How long the node was given to answer, ms. */
  readonly timeLimit?: number;
  /** Maximum bytes of an answer, which it exceeds. */
  readonly longest?: number;
  /** The HTTP status with which the node refused. */
  readonly status?: number;
  /** The code of its JSON-RPC error. */
  readonly rpcError?: number;
  /**
   * The refusal's meaning, where it is known. `busy`: it may answer later, so it was asked several times. `history`:
   * it keeps no transactions.
   */
  readonly refusal?: 'busy' | 'history';
}

function chainText({ asked, option, timeLimit, longest, status, rpcError, refusal }: ChainFault): string | ErrorText {
  if (timeLimit !== undefined) return `The RPC node did not answer within ${timeLimit} ms.`;
  if (longest !== undefined)
    return {
      sentence: `The answer of the RPC node is longer than ${longest} bytes.`,
      hint: 'Use another node: no honest answer is that long.',
    };
  const by = status !== undefined ? `HTTP status ${status}` : rpcError === undefined ? 'an error' : `error ${rpcError}`;
  if (refusal === 'busy')
    return {
      sentence: `The RPC node limits requests or lags behind the cluster: it refused several times, with ${by}.`,
      hint: 'Wait, send fewer requests, or use another node or a higher limit.',
    };
  if (refusal === 'history')
    return {
      sentence: `The RPC node keeps no transaction history: it refused with ${by}.`,
      hint: 'Use a node with transaction history.',
    };
  if (status !== undefined)
    return { sentence: `The RPC node refused with ${by}.`, hint: 'Check its address and access key.' };
  if (rpcError !== undefined)
    return { sentence: `The RPC node refused with ${by}.`, hint: 'Check that it serves this method.' };
  if (option !== undefined)
    return {
      sentence:
        asked === undefined
          ? `The chain at ${option} returned no usable answer.`
          : `The chain at ${option} did not return ${asked}.`,
      hint: `Check ${option}, and that the chain is running.`,
    };
  return asked === undefined ? {} : `The cluster did not return ${asked}.`;
}

const PUBLIC_KEYS =
  'Pass public keys in hex, Base64 or Base58, as `linesman configure` and /.well-known/oracle-keys show them; never ' +
  'a seed or secret key.';
const REPLACE_SEED = 'Pass the public key. If anyone may have read this seed, replace the key: see docs/operation.md.';

/**
 * Why a secret of the service cannot be used. Never contains the secret itself. `what`: the file or variable, with the
 * field if it holds several keys.
 */
const keyText = problems({
  'not set': '{what:clipped} is not set.',
  'not JSON': '{what:clipped} is not JSON.',
  'no object': '{what:clipped} is not a JSON object.',
  'unknown fields': '{what:clipped} has {count} unknown fields.',
  'no list': ['{what:clipped} is not a list.', PUBLIC_KEYS],
  'no seed': '{what:clipped} is not a seed of 64 hex digits.',
  'no public key': ['{what:clipped} is not 32 bytes in hex, Base64 or Base58.', PUBLIC_KEYS],
  'a seed': ['{what:clipped} is a seed, not a public key: its public key is in use.', REPLACE_SEED],
  'two roles': [
    'An oracle key is listed twice among current, next and retired.',
    "Keep the entry for the key's present role, and remove the other.",
  ],
  length: 'The seed of a session key has {bytes} bytes, not 32.',
  'signs already': 'The session key {id:text} is already the signing key.',
  'signs still': 'The session key {id:text} is the signing key, not an older one.',
  'other backend admin':
    'The backend admin in the configuration is {configured:text}; the key of the service belongs to {own:text}.',
  ...UNREADABLE,
});

/** Limit of a message id in an answer, in characters. */
const LONGEST_MESSAGE_ID = 1_000;

/** The progress of the work on a day when it was stopped: `done` of `slots` slots. */
export interface Aborted {
  readonly work?: 'exporting' | 'importing' | 'auditing';
  readonly day?: number;
  readonly done?: number;
  readonly slots?: number;
}

function abortedText({ work, day, done, slots }: Aborted): ErrorText {
  if (work === undefined) return {};
  const sentences = {
    exporting: `The export of day ${day} was stopped and left nothing behind.`,
    importing:
      `The import of day ${day} was stopped ` +
      `${slots === undefined ? 'before anything was stored' : `after ${done} of ${slots} slots`}.`,
    auditing: `The audit of day ${day} was stopped.`,
  };
  return { sentence: sentences[work], hint: 'Run it again.' };
}

/** Texts of ../codes/api.ts. */
export const API_TEXTS = {
  [code.INVALID_SESSION]: text(
    'The session token is missing, invalid or expired.',
    'Start a new guest session: POST /auth/guest/start.',
  ),
  [code.INVALID_API_TOKEN]: text(
    'The API token is missing or unknown, or its subscription is over.',
    'Send it as X-Api-Token. If the subscription has ended, subscribe and activate again.',
  ),
  [code.INVALID_PARAMETERS]: text(
    'A parameter of the request is not valid.',
    'Look up names, types and ranges in /docs/openapi.yaml.',
    ({ faults }: { readonly faults: readonly RequestFault[] }) => faultsText(faults),
  ),
  [code.NOT_ENTITLED]: text(
    'The subscription does not cover this request.',
    'Subscribe to a level that includes the league and the market.',
  ),
  [code.RECORD_NOT_FOUND]: text(
    'The requested record does not exist.',
    "Check the ids against the service's lists.",
    problems({
      'no route': 'Not found',
      'no fixture': 'Fixture {fixtureId} not found',
      'no record': 'Fixture {fixtureId} has no record {seq} and will never have it: its last is {last}.',
      'no stat': (context: { readonly fixtureId: number; readonly seq: number; readonly keys: readonly number[] }) =>
        `Record ${context.seq} of fixture ${context.fixtureId} lacks ${context.keys.map((key) => `k${key}`).join()}, ` +
        'and records do not change.',
      'no odds message': (context: { readonly messageId: string; readonly ts: number }) =>
        `Odds message ${clipped(context.messageId, LONGEST_MESSAGE_ID)} with timestamp ${context.ts} not found`,
    }),
  ),
  [code.NOT_PUBLISHED_YET]: text(
    'The root of the slot is not on chain yet.',
    'Retry after the seconds in Retry-After.',
    wordsWith<{ readonly retryAfter: number }>()('The {kind:text} slot from {slotStart} is not published yet.'),
  ),
  [code.TOO_MANY_REQUESTS]: text(
    'Too many requests per second.',
    'Retry after the seconds in Retry-After.',
    ({ limit }: { readonly limit?: number; readonly retryAfter: number }) =>
      limit === undefined ? {} : `Too many requests: the limit is ${limit} a second`,
  ),
  [code.TOO_MANY_STREAMS]: text(
    'The wallet has reached its limit of open streams, counting all its tokens.',
    'Close a stream; one stream without a fixture id carries all matches.',
    'The wallet has {streams} open streams; the limit is {limit}.',
  ),
  [code.CHAIN_NOT_REACHABLE]: text('The chain cannot be reached at the moment.', 'Try again later.', chainText),
  [code.INTERNAL_ERROR]: text('The service failed.', "Try again. The service's log contains the reason."),
  [code.INVALID_SERVICE_KEY]: text(
    'A key of the service cannot be used.',
    'Store a 32-byte Ed25519 seed as 64 hex digits, in a file that only its owner can read (chmod 600) or in the ' +
      'environment.',
    keyText,
  ),
  [code.WALLET_SIGNATURE_INVALID]: text(
    'The wallet signature does not verify.',
    'Sign "<txSig>:<leagues, comma-separated>:<session token>" with the wallet that sent subscribe; ' +
      'append only a host that /.well-known/activation names.',
    'The wallet signature does not verify: {wallet:text} did not sign this request.',
  ),
  [code.TRANSACTION_UNKNOWN]: text(
    'The transaction is not known to the chain.',
    'Wait until it is confirmed, and check the cluster.',
    'The transaction {txSig:clipped} is not known to the chain.',
  ),
  [code.TRANSACTION_FAILED]: text(
    'The transaction failed on the chain.',
    'Read its log, and send a new one.',
    'The transaction {txSig:clipped} failed.',
  ),
  [code.TRANSACTION_USED]: text(
    'The transaction has been activated already.',
    'To replace the token, activate again with the same leagues and a session token at most 10 minutes old.',
    'The transaction {txSig:clipped} has been activated already: used.',
  ),
  [code.TRANSACTION_OF_OTHER_WALLET]: text(
    'The message was not signed by the wallet of the subscriber.',
    'Sign with the wallet that is the user in the subscribe instruction.',
    'The transaction {txSig:clipped} is a subscription of another wallet, {wallet:text}.',
  ),
  [code.NOT_A_SUBSCRIPTION]: text(
    'The transaction does not subscribe to this oracle program.',
    'Send exactly one subscribe instruction, at the top level, to the program of this deployment.',
    'The transaction {txSig:clipped} does not subscribe to the oracle program {program:text}.',
  ),
  [code.SUBSCRIPTION_OVER]: text(
    'The subscription of the transaction is over.',
    'Subscribe again.',
    'The subscription of transaction {txSig:clipped} is over.',
  ),
  [code.LEAGUES_NOT_SELECTABLE]: text(
    'The service level does not allow a selection of leagues.',
    'For legacy and standard subscriptions, send an empty list of leagues.',
    'Leagues are given, but service level {level} is a {mode:text} subscription without a selection.',
  ),
  [code.LEAGUES_MISSING]: text(
    'No league is selected.',
    'List the leagues of the custom subscription.',
    ({ level, limit }: { readonly level: number; readonly limit?: number }) =>
      `Service level ${level} needs a selection of ` +
      `${limit === undefined ? '' : `up to ${limit} `}leagues; none is given.`,
  ),
  [code.LEAGUES_REPEATED]: text(
    'A league is selected twice.',
    'List each league once.',
    'League {league} is given twice.',
  ),
  [code.LEAGUE_UNKNOWN]: text(
    'A selected league does not exist.',
    'Look up the leagues in /docs.',
    'League {league} does not exist.',
  ),
  [code.TOO_MANY_LEAGUES]: text(
    'More leagues are selected than the level allows.',
    'Select fewer leagues, or buy a larger level.',
    '{leagues} leagues are given; service level {level} allows {limit}.',
  ),
  [code.LEVEL_NOT_SOLD]: text(
    'The service level is not in the pricing matrix.',
    'Choose a level on sale. The operator may add and remove levels.',
    [
      'There is no level {level}; there are {levels:listed}.',
      'Choose one of them; linesman subscribe --help describes the levels of a new deployment.',
    ],
  ),
  [code.NO_STABLECOIN_ACCOUNT]: text(
    'The buyer has no token account for the stablecoin.',
    'Create the associated token account and fund it.',
    ({
      problem,
      buyer,
      mint,
    }: {
      readonly problem: 'missing' | 'other owner' | 'frozen';
      readonly buyer: string;
      readonly mint: string;
    }) => {
      switch (problem) {
        case 'missing':
          return `${buyer} has no associated token account for the stablecoin ${mint}.`;
        case 'other owner':
          return `The account at the address for ${buyer} does not belong to this wallet or to the stablecoin ${mint}.`;
        case 'frozen':
          return {
            sentence: `The stablecoin account of ${buyer} is frozen.`,
            hint: 'Ask the issuer of the stablecoin, or buy with another wallet.',
          };
      }
    },
  ),
  [code.BALANCE_TOO_LOW]: text(
    'The balance of the buyer does not cover the total.',
    'Fund the account, or buy less.',
    'The balance of {buyer:text} is {balance:text} of the stablecoin; the total is {total:text}.',
  ),
  [code.NOT_IN_TIME]: text('The answer took too long.', 'Try again later.'),
  [code.REQUEST_TOO_LARGE]: text('The body of the request exceeds the limit.', 'Send a smaller request.'),
  [code.INVALID_STREAM_EVENT]: text(
    'A stream event is malformed.',
    'Use "<start of the slot in ms>:<index in the slot>" as its id.',
    '{id:quoted} is not the id of a stream event.',
  ),
  [code.INVALID_OPERATOR_TABLE]: text(
    'The tables of the operator are inconsistent.',
    'Use distinct ids, and bundles that contain only leagues in the table.',
    problems({
      id: 'The id {id:given} in {table:text} repeats, is below 1 or is not an integer.',
      'no such league': 'Bundle {bundle} names the league {league}, which does not exist.',
      'no free bundle': 'The free bundle {bundle} does not exist.',
      'no such bundle': (context: {
        readonly of: 'leagues' | 'markets';
        readonly level: number;
        readonly bundle: number;
      }) =>
        `Level ${context.level} has the ${{ leagues: 'league', markets: 'market' }[context.of]} bundle ` +
        `${context.bundle}, which does not exist.`,
    }),
  ),
  [code.REQUEST_ABORTED]: text(
    'The request was aborted.',
    "Repeat it if you need the answer: its signal, or the client's, was aborted.",
    abortedText,
  ),
  [code.STREAM_GAP]: text(
    'Records of the stream are missing.',
    'Read the history from the id in the error: the records are too old to be fetched automatically.',
    'The stream has no records from {from:clipped} to {to:clipped}: {slots} slots; the limit is {limit}.',
  ),
  [code.UNKNOWN_TRANSACTION_VERSION]: text(
    'The transaction has a version that this release cannot read.',
    'Send it as a legacy transaction or with version 0 or 1, or use a later release.',
  ),
} as const;
