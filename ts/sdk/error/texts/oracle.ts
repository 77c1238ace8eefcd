import * as code from '../codes/oracle.js';
import { clipped, hexed } from '../quoted.js';
import type { Placed } from './documents.js';
import { kindText, lengthText, OTHER_DAY, unpublishedText } from './roots.js';
import { problemsWith, REREAD, STRICT, text, UNUSED, wordsWith } from './text.js';

type PathLength = {
  readonly what: string;
  /** The stat that the path belongs to. */
  readonly key?: number;
  readonly nodes: number;
  readonly limit: number;
};

const rowsText = ({ rows, limit }: { readonly rows: number; readonly limit: number }): string =>
  `A pricing matrix holds ${limit} rows at most, not ${rows}.`;

/** Texts of ../codes/oracle.ts. */
export const ORACLE_TEXTS = {
  [code.EVENT_NOT_ACTIVE]: text('The event is not active.', UNUSED),
  [code.PRICES_MISMATCH]: text(
    'The odds record has different numbers of prices and price names.',
    'Use the record exactly as the service sent it.',
    ({ path, prices, names }: { readonly path?: string; readonly prices: number; readonly names: number }) =>
      `${path === undefined ? 'The odds record' : clipped(path)} has ${prices} prices for ${names} price names.`,
  ),
  [code.INVALID_ODDS_UPDATE]: text('The odds update is not valid.', UNUSED),
  [code.INVALID_SUB_TREE_PROOF]: text(
    'The sub-tree proof does not lead from the record to the summary.',
    REREAD,
    problemsWith<Placed & { readonly updateCount: number }>()({
      length: 'The sub-tree proof has {nodes} nodes; {updateCount} records require {depth}.',
      'no such leaf': 'The sub-tree proof points at leaf {leaf} of {updateCount}.',
      'other root': "The sub-tree proof does not lead from the record to the summary's sub-tree root.",
    }),
  ),
  [code.INVALID_MAIN_TREE_PROOF]: text(
    'The main tree proof does not lead from the summary to the published root.',
    'Check that the roots account belongs to the oracle that built the proof, then request the proof again.',
    problemsWith<Placed>()({
      'no node': 'The main tree proof has no nodes.',
      length: 'The proof has {nodes} nodes; {fixtures} matches require {depth}.',
      'left sibling': 'The proof has a sibling on the left.',
      'other root': ({ root, published }: { readonly [Of in 'root' | 'published']: Uint8Array }) =>
        `The main tree proof leads to ${hexed(root, 4)}, not to ${hexed(published, 4)}.`,
    }),
  ),
  [code.TIME_SLOT_MISMATCH]: text(
    'The times in the proof are inconsistent.',
    STRICT,
    problemsWith<Placed>()({
      'outside the summary': "The time {ts} is outside the summary's {minTimestamp} to {maxTimestamp}.",
      'several slots': 'The times {minTimestamp} to {maxTimestamp} are not in order within one slot.',
      'ends before it starts': 'The slot starts at {start} and ends at {end}.',
      'other day': OTHER_DAY,
    }),
  ),
  [code.INVALID_TIME]: text(
    'The hour or the minute is out of range.',
    'Use hours from 0 to 23 and minutes from 0 to 59.',
  ),
  [code.ROOT_NOT_AVAILABLE]: text(
    'No root is published for the slot of the proof.',
    'Try again later: roots appear within a minute after the slot ends.',
    unpublishedText,
  ),
  [code.ACCOUNT_DISCRIMINATOR_MISMATCH]: text(
    'The account is not of the expected kind.',
    'Pass the roots account that matches the proof: scores, odds and fixtures have separate ones.',
    kindText,
  ),
  [code.INVALID_PDA]: text('The address is not the derived one.', UNUSED),
  [code.TIMESTAMP_MISMATCH]: text(
    'The time argument is not the one that the proof binds.',
    'For scores, pass the minimum timestamp of the summary; for odds, the time of the record.',
    problemsWith<Placed>()({
      'not of the record': "The time {ts} is not the record's {expected}.",
      'not the minimum': "The time {ts} is not the summary's minimum {expected}.",
      index: "The index {index} is not the metadata's {expected}.",
    }),
  ),
  [code.SLICE_ERROR]: text(
    'The roots account does not have the length of its layout.',
    "Pass exactly the 9232 bytes of the oracle program's daily roots account.",
    lengthText,
  ),
  [code.INVALID_OWNER]: text(
    'The account has the wrong owner.',
    'Pass a token account that belongs to the owner in the instruction.',
  ),
  [code.INVALID_TIME_SLOT]: text(
    'The slot index is out of range.',
    'Number the hours of a fixtures window from 0 to 239.',
  ),
  [code.STAKE_STILL_LOCKED]: text('The stake is still locked.', UNUSED),
  [code.INVALID_RECIPIENT]: text(
    'The recipient is not the expected one.',
    'Sign with the attester who created the attestation: its rent goes back to that attester.',
  ),
  [code.ACTIVE_SUBSCRIPTION]: text('The subscription is still active.', UNUSED),
  [code.UNAUTHORIZED]: text(
    'The signer does not have the role that the instruction needs.',
    "Sign with this role's key in the configuration of the deployment.",
  ),
  [code.INVALID_ACCOUNT_OWNER]: text(
    'The account belongs to another program.',
    'Pass an account of the oracle program.',
  ),
  [code.INVALID_MINT_AUTHORITY]: text(
    'The mint authority is not the expected one.',
    'Make the treasury of the deployment the authority of the mint.',
  ),
  [code.INVALID_MINT]: text('The mint is not the expected one.', 'Use the mint in the configuration.'),
  [code.PREDICATE_FAILED]: text('The predicate does not hold.', UNUSED),
  [code.INVALID_FIXTURE_SUB_TREE_PROOF]: text(
    'The fixture proof does not lead from the event stat root to the summary.',
    'For a proof of the older tree (before July 2026), set its format explicitly; otherwise, request a new proof.',
    problemsWith<Placed & { readonly updateCount: number }>()({
      length: 'The fixture proof has {nodes} nodes; {updateCount} score records require {depth}.',
      'no such leaf': 'The fixture proof points at leaf {leaf} of {leaves}.',
      'zero map': 'The fixture proof points at leaf {leaf}, which is a zero map.',
      'other root': "The fixture proof does not lead from the event stat root to the summary's sub-tree root.",
    }),
  ),
  [code.INVALID_STAT_PROOF]: text(
    'The proof of a stat does not lead to the event stat root.',
    REREAD,
    problemsWith<Placed>()({
      multiproof: 'The multiproof does not lead to the event stat root.',
      path: 'The path of stat {key} = {value} (period {period}) does not lead to the event stat root.',
      'length of the zero proof': 'The zero proof of stat {key} has {nodes} nodes, not 2.',
      'node on the right': 'The zero proof of stat {key} has a node on the right.',
      'no marker': 'The zero proof of stat {key} does not begin with the marker.',
      'value beside the zero proof': 'The zero proof of stat {key} comes with the nonzero value {value}.',
      'map of another update': 'The zero proof of stat {key} has a zero map of a different score record.',
    }),
  ),
  [code.INVALID_STAT_COMBINATION]: text(
    'A second stat and an operation must be given together, for the same event.',
    'Pass both stat_b and op, with the same event stat root, or neither.',
    (
      context: Placed &
        (
          | { readonly problem: 'operation'; readonly stats: number; readonly hasOperation: boolean }
          | { readonly problem: 'two events'; readonly first: Uint8Array; readonly second: Uint8Array }
        ),
    ) =>
      context.problem === 'operation'
        ? `The number of stats is ${context.stats}, and there is ${context.hasOperation ? 'an' : 'no'} operation.`
        : `The second stat is from event ${hexed(context.second, 4)}, the first from ${hexed(context.first, 4)}.`,
  ),
  [code.MISSING_SECOND_STAT]: text('The second stat is missing.', UNUSED),
  [code.UNEXPECTED_SECOND_STAT]: text('There is a second stat where none is expected.', UNUSED),
  [code.OVERFLOW]: text(
    'A number is out of range.',
    'Use 32-bit values, and positive times in milliseconds whose day fits in 16 bits.',
    problemsWith<Placed>()({
      time: 'The time {time} ms is negative, or its day does not fit in 16 bits.',
      'place of the update': 'The index {place} of the score record has more than {bits} bits.',
      purchase: 'A purchase can be at most {maximum:bigint} service tokens, not {tokens:bigint}.',
      arithmetic: (context: {
        readonly path?: string /** The calculation: `3 + 4`, or the distance. */;
        readonly term: string;
        readonly value: number;
        readonly minimum: number;
        readonly maximum: number;
      }) => {
        const { term, value, minimum, maximum } = context;
        return `${term} is ${value}, beyond ${value > maximum ? maximum : minimum}.`;
      },
    }),
  ),
  [code.TRADE_NOT_ACTIVE]: text('The trade is not active.', UNUSED),
  [code.INVALID_TRADER]: text('The trader is not valid.', UNUSED),
  [code.WINNER_MISMATCH]: text('The winner differs.', UNUSED),
  [code.TRADE_TERMS_MISMATCH]: text('The terms of the trade differ.', UNUSED),
  [code.UNAUTHORIZED_SETTLER]: text('The settler is not authorised.', UNUSED),
  [code.FUNDS_BELOW_MINIMUM_DEPOSIT]: text('The funds are below the minimum deposit.', UNUSED),
  [code.INSUFFICIENT_USER_BALANCE]: text('The balance of the user is too low.', 'Fund the token account first.'),
  [code.ZERO_AMOUNT]: text(
    'The amount is zero.',
    'Pass an amount above zero.',
    ({ what, amount }: { readonly what: 'purchase' | 'withdrawal'; readonly amount: bigint }) =>
      `A ${what} must be at least 1 ${{ purchase: 'service token', withdrawal: 'base unit' }[what]}, not ${amount}.`,
  ),
  [code.VAULT_NOT_EMPTY]: text('The vault is not empty.', UNUSED),
  [code.INSUFFICIENT_VAULT_BALANCE]: text('The vault holds too little.', 'Wait until the vault is filled.'),
  [code.CALCULATION_ERROR]: text(
    'A calculation failed.',
    'Use a mint without extensions that deduct a fee: this one moved a different amount than requested.',
  ),
  [code.INVALID_SUBSCRIPTION_TS]: text('The time of the subscription is not valid.', UNUSED),
  [code.CANNOT_SHORTEN_SUBSCRIPTION]: text('A subscription cannot be shortened.', UNUSED),
  [code.INVALID_WEEKS]: text(
    'The number of weeks is not a positive multiple of 4.',
    'Subscribe for 4, 8, 12, … weeks.',
    'A subscription is for a positive multiple of 4 weeks, not for {weeks:given}.',
  ),
  [code.INVALID_TIME_ALIGNMENT]: text('The minute is not on a 5-minute boundary.', 'Use minutes 0, 5, …, 55.'),
  [code.INVALID_EPOCH_DAY_ALIGNMENT]: text(
    'The day is not a multiple of 10.',
    'Round the epoch day down to a multiple of 10.',
  ),
  [code.ACCOUNT_DATA_TOO_SMALL]: text(
    'The fixtures roots account does not have the length of its layout.',
    'Pass exactly the 7696 bytes of the ten-day fixtures roots account.',
    lengthText,
  ),
  [code.INSUFFICIENT_LIQUIDITY]: text('There is too little liquidity.', UNUSED),
  [code.INVALID_AMOUNT]: text('The amount is not valid.', UNUSED),
  [code.INVALID_EXPIRATION]: text('The expiration is not valid.', UNUSED),
  [code.FIXTURE_MISMATCH]: text(
    'The record and the summary belong to different fixtures or competitions.',
    STRICT,
    wordsWith<Placed>()('The record has the {what:text} {record:shown}, the summary {summary:shown}.'),
  ),
  [code.PERIOD_MISMATCH]: text('The periods differ.', UNUSED),
  [code.INTENT_NOT_ACTIVE]: text('The intent is not active.', UNUSED),
  [code.ORDER_NOT_YET_EXPIRED]: text('The order has not expired yet.', UNUSED),
  [code.TERMS_MISMATCH]: text('The terms differ.', UNUSED),
  [code.STAT_KEY_MISMATCH]: text('The stat keys differ.', UNUSED),
  [code.INVALID_VAULT]: text('The vault is not the expected one.', 'Pass the derived vault address.'),
  [code.EQUIVOCATION_ATTEMPT]: text(
    'The slot already has another root.',
    'Find out why the slot was built twice from different records: a root can be written only once.',
    ({
      kind,
      slotStart,
      found,
      built,
    }: {
      readonly kind: string;
      readonly slotStart: number;
      readonly found: string;
      readonly built: string;
    }) => `The ${kind} slot from ${slotStart} has the root ${found.slice(0, 8)}…, but ${built.slice(0, 8)}… was built.`,
  ),
  [code.NUMERIC_OVERFLOW]: text('A number is out of range.', UNUSED),
  [code.INVALID_ACCOUNT_DATA]: text(
    'The data is not valid.',
    'Use distinct row ids, and a root that is not all zeros.',
    'The pricing matrix has row {rowId} twice.',
  ),
  [code.RATE_LIMIT_EXCEEDED]: text('The limit of calls is reached.', 'Try again later.'),
  [code.INVALID_SERVICE_LEVEL_ID]: text(
    'The service level is not in the pricing matrix.',
    'Choose a level from the pricing matrix.',
  ),
  [code.INITIAL_ROWS_LIMIT_EXCEEDED]: text(
    'The new pricing matrix has too many rows.',
    'Use at most 50 rows.',
    rowsText,
  ),
  [code.MISSING_STAT]: text('A stat is missing.', UNUSED),
  [code.PROOF_TOO_LARGE]: text(
    'A path has more than 32 nodes.',
    STRICT,
    ({ what, key, nodes, limit }: Placed & PathLength) =>
      `The ${what}${key === undefined ? '' : ` of stat ${key}`} has ${nodes} nodes; the limit is ${limit}.`,
  ),
  [code.TRADE_TOO_SMALL]: text('The trade is too small.', UNUSED),
  [code.MAX_ROWS_LIMIT_EXCEEDED]: text('The pricing matrix has too many rows.', 'Use at most 50 rows.', rowsText),
  [code.UNAUTHORIZED_ADMIN]: text(
    'The admin that co-signs is not the configured one.',
    'Request a new quote, which the backend admin signs.',
  ),
  [code.INVALID_ACCOUNT]: text(
    'The account is not the expected one.',
    'Pass the accounts of the instruction in order.',
  ),
  [code.MISSING_SUMMARY]: text('The summary is missing.', UNUSED),
  [code.MISSING_PROOF]: text('The proof is missing.', UNUSED),
  [code.TOO_MANY_STATS]: text(
    'A call proves 1 to 5 stats.',
    'Split the keys across several calls.',
    wordsWith<Placed>()('The proof covers {stats} stats, not 1 to {most}.'),
  ),
  [code.DUPLICATE_STAT_COVERAGE]: text(
    'The strategy uses a stat twice.',
    'Use every proven stat exactly once in the strategy.',
    'The strategy uses stat {index} twice.',
  ),
  [code.INCOMPLETE_STAT_COVERAGE]: text(
    'The strategy omits a stat.',
    'Use every proven stat exactly once in the strategy, or prove fewer stats.',
    'The strategy omits stat {index}.',
  ),
  [code.MISSING_DISTANCE_PREDICATE]: text(
    'The strategy has geometric targets but no distance predicate.',
    'Add the distance predicate or remove the targets.',
  ),
  [code.INDEX_OUT_OF_BOUNDS]: text(
    'An index is out of range: a strategy uses a missing stat, or a key has no bit in the zero map of the sport.',
    'Check the sport, and the indices of the strategy against the number of stats.',
    problemsWith<Placed>()({
      'no bit': 'Stat key {key} has no bit in the zero map of {sport:text}.',
      'no such stat': 'The strategy uses stat {index}; the proof has {count}, counted from 0.',
      'no sport': 'Layout byte {byte} belongs to no known sport.',
      'other sport': 'The zero map is laid out for {layout:text}, not for {expected:text}.',
    }),
  ),
  [code.STAT_NOT_ZERO]: text(
    'The zero map does not show that the stat is zero.',
    'Request a proof of the stat itself, from a score record that has stats.',
    ({ problem, key }: Placed & { readonly problem: 'no stats' | 'not zero'; readonly key: number }) =>
      problem === 'not zero'
        ? `The zero map shows that stat ${key} is not zero.`
        : {
            sentence: `The score record has no stats at all: stat ${key} is missing from it, not zero.`,
            hint: 'Use a record whose `Stats` is not empty: this one proves nothing.',
          },
  ),
  [code.LENGTH_MISMATCH]: text(
    'The multiproof has different numbers of indices and present leaves.',
    STRICT,
    ({ indices, leaves }: Placed & { readonly indices: number; readonly leaves: number }) =>
      leaves === 0 && indices === 0
        ? 'The multiproof proves no leaf.'
        : `The multiproof has ${indices} indices for ${leaves} present leaves.`,
  ),
  [code.INVALID_MULTIPROOF]: text(
    'The leaf indices or keys of the multiproof are not valid.',
    STRICT,
    problemsWith<Placed>()({
      'repeated leaves': 'The leaves {indices:listed} repeat.',
      'repeated indices': 'The leaf indices {indices:listed} repeat.',
      'several depths': 'The leaf indices {indices:listed} do not all have the same depth.',
      'repeated keys': 'The stat keys {keys:listed} repeat.',
      'older tree': 'The older tree has no multiproofs.',
    }),
  ),
  [code.MISSING_PROOF_NODE]: text(
    'The multiproof has too few hashes.',
    STRICT,
    'The multiproof has {hashes} hashes; the sibling of node {node} is missing.',
  ),
  [code.INVALID_PROOF_PATH]: text(
    'The multiproof does not fold to one root with all its hashes used.',
    STRICT,
    problemsWith<Placed>()({
      'wrong side': (context: { readonly hash: number; readonly node: number; readonly side: 'left' | 'right' }) =>
        `Hash ${context.hash} of the multiproof is the ${context.side} sibling of node ${context.node}, but its flag ` +
        'says otherwise.',
      'hashes left over': 'The multiproof has {hashes} hashes and needs {used}.',
      'no leaf': 'The multiproof has {hashes} hashes but proves no leaf.',
    }),
  ),
  [code.INSUFFICIENT_CREDITS]: text('No validation credit is left.', 'Buy credits with purchase_validation_credits.'),
  [code.MISSING_SIGNATURE_INSTRUCTION]: text(
    'No Ed25519 instruction directly precedes this one.',
    'Put the Ed25519 instruction directly before it.',
  ),
  [code.INVALID_SIGNATURE_PROGRAM]: text(
    'The instruction before this one is neither of the Ed25519 program nor one by which this program verifies.',
    'Put the Ed25519 instruction directly before it.',
  ),
  [code.SERIALIZATION_FAILED]: text(
    'The payload could not be serialised, or a call did not return exactly one byte, 0 or 1.',
    'Read the return data directly after calling the oracle program.',
  ),
  [code.INVALID_ORACLE_SIGNATURE]: text(
    'The signature is not by a key of the oracle.',
    'Check the current and the next public key of the oracle.',
    ({ digest, keys }: Placed & { readonly digest: Uint8Array; readonly keys: readonly Uint8Array[] }) =>
      `The signature over ${hexed(digest)} is not by ` +
      `${clipped(keys.map((key) => hexed(key)).join(' or ')) || 'a trusted key'}.`,
  ),
  [code.INVALID_SEQUENCE_NUMBER]: text('The sequence number is not valid.', UNUSED),
  [code.MESSAGE_MISMATCH]: text(
    'The signed message is not the digest of this payload.',
    'Use the payload and the signature of one answer, unchanged.',
  ),
  [code.INVALID_PACK_QUANTITY]: text(
    'The number of packs is zero.',
    'Buy at least one pack of 100 credits.',
    'The number of packs must be at least 1, not {packs:given}.',
  ),
} as const;
