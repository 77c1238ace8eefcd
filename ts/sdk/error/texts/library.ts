import * as code from '../codes/library.js';
import { formOfBytes, formOfText } from '../document/savedForm.js';
import { clipped, listed, quoted } from '../quoted.js';
import { faultsText, type RecordFaults } from '../recordFault.js';
import { accountText, dataText, valueText } from './borsh.js';
import { conditionText } from './condition.js';
import { bytesText, documentText, formText, kindText, type Placed, type SavedDocument } from './documents.js';
import { fileName, UNREADABLE } from './files.js';
import { type OptionFault, optionText } from './options.js';
import { type ErrorText, problems, problemsWith, RETIRED, reasons, text, timeText, wordsWith } from './text.js';
import { sizeText, transactionText } from './transactions.js';

export interface Place {
  readonly epochDay: number;
  readonly slot: number;
}

/** Why no proof settles a market yet. */
const noProofText = reasons({
  /** The service lists no record of the fixture. */
  NoRecords: 'The service lists no record of fixture {fixtureId}.',
  /** No record has a period that decides the market. */
  NotFinal: 'No record of fixture {fixtureId} has a period that policy {finality:text} accepts.',
  /** The deciding records do not carry all keys of the market. */
  KeysMissing: 'The deciding records of fixture {fixtureId} lack some of the keys {keys:listed}.',
  /** The source of the fixture does not state the keys, according to the service, or to the records that it lists. */
  NotStated: ({ fixtureId, keys }: { readonly fixtureId?: number; readonly keys?: readonly number[] }) =>
    keys
      ? `No record of fixture ${fixtureId} states ${listed(keys)}, so a market on it ends void.`
      : "The match's source does not report one of the keys, so a market on it ends void.",
  /** The slots of the deciding records are outside the times of the market. */
  OutsideTimes: 'The deciding records of fixture {fixtureId} are outside the times of the market.',
  /** The latest record is neither abandoned nor cancelled. */
  NotAbandoned: 'The latest record is neither abandoned nor cancelled.',
  /** A record after the newest deciding one gives another outcome but is not final yet. */
  CorrectionUnderWay: 'Record {seq} contradicts the final record {final}, and no later record is final yet.',
  /** The slot's root is not on chain yet, or the service does not serve the proof yet. */
  NotPublished: ({ epochDay }: { readonly epochDay?: number }) =>
    epochDay === undefined
      ? 'The root of the slot is not on chain yet.'
      : `The oracle has published nothing for day ${epochDay} yet.`,
  /** The service does not know the record or a key of it. */
  NotFound: 'The service does not know the record, or a key of it.',
  /** Every stat of the deciding record is zero and the terms name no signer: nothing proves that the match is over. */
  NothingPresent: 'Every stat of record {seq} is zero, and the terms have no signer who could confirm it.',
  /** The newest record gives the proposed outcome. */
  Confirmed: 'Record {seq} gives outcome {outcome}, as proposed.',
  /** The update of the proposal is at least as late as any that the service can prove. */
  NotNewer: "Record {seq} is not later than the proposal's score record.",
});

/** Stakes that close after the start of the fixture, or might. Both in ms; `start` is `null` if unknown. */
type LateClose = { readonly close: number; readonly start: number | null; readonly fixtureId: number };

function closeText(context: LateClose | OptionFault): string | ErrorText {
  if ('option' in context) return optionText(context);
  const { close, start, fixtureId } = context;
  return start === null
    ? `The start of fixture ${fixtureId} is not known, so stakes might close after it.`
    : `Stakes close at ${timeText(close)}, after the start of fixture ${fixtureId} at ${timeText(start)}.`;
}

const NO_ROOTS = '{file:file} does not contain a roots account';

/** Texts of ../codes/library.ts. */
export const LIBRARY_TEXTS = {
  [code.MALFORMED_RESPONSE]: text(
    'The document is malformed.',
    "Use the service's answer unchanged; the path shows where it is malformed.",
    documentText,
  ),
  [code.UNKNOWN_RESPONSE]: text(
    'The document is not a known answer.',
    'Pass a known answer: stat validation v1 to v4, odds, odds v4, fixture or fixture batch.',
    kindText,
  ),
  [code.INVALID_HASH]: text(
    'A hash is not 32 bytes in a known encoding.',
    'Use 32 integers, 64 hex digits, Base64 with padding (44 characters) or Base58.',
    bytesText,
  ),
  [code.INVALID_NUMBER]: text(
    'A number is not an integer in its range.',
    'Use an integer within 2^53: larger ones lose digits in JSON.',
    valueText,
  ),
  [code.UNKNOWN_FIELD]: text(
    'A field is unknown, or given in two spellings.',
    'Keep one spelling of each field.',
    (
      context:
        | { readonly problem: 'two spellings'; readonly path: string; readonly names: readonly [string, string] }
        | { readonly problem: 'unknown'; readonly path: string }
        | RecordFaults,
    ) => {
      if ('problem' in context && context.problem === 'two spellings')
        return `${clipped(context.path)} has both ${context.names.join(' and ')}.`;
      return {
        sentence: 'faults' in context ? faultsText(context) : `${clipped(context.path)} is not a known field.`,
        hint: 'Names are case-sensitive.',
      };
    },
  ),
  [code.INVALID_CONDITION]: text(
    'The condition does not parse.',
    'Write a condition such as k1 - k2 > 0 and k7 + k8 < 10.',
    conditionText,
  ),
  [code.STAT_NOT_PROVEN]: text(
    'The condition uses a stat that is not in the proof.',
    'Request a proof of that key, too.',
    ({ key, proven }: { readonly key: number; readonly proven: readonly number[] }) =>
      `The condition uses k${key}; the proof has ${clipped(proven.map((one) => `k${one}`).join(', '))}.`,
  ),
  [code.UNKNOWN_SPORT]: text('The sport is not known.', 'Use soccer, basketball or us-football.', unknownSportText),
  [code.TRANSACTION_TOO_LARGE]: text(
    'The transaction is larger than the chain accepts.',
    'Prove fewer stats at once, or use a multiproof.',
    sizeText,
  ),
  [code.INVALID_ORACLE_KEY]: text(
    'The public key of the oracle is not usable.',
    'Pass the 32-byte Ed25519 public key that the oracle publishes. Never pass a seed or a secret key here.',
    problems({
      'no key': 'No oracle key is given.',
      'not usable': 'The 32 bytes are not a usable Ed25519 public key.',
      'not 32 bytes': 'The oracle key, of {characters} characters, is not 32 bytes in hex, Base64 or Base58.',
    }),
  ),
  [code.INVALID_ROOTS_FILE]: text(
    'The file does not contain a roots account.',
    "Pass the account's bytes, either raw or as data in the JSON that a node returns.",
    problemsWith<{ readonly path: string }>()({
      missing: [
        `${NO_ROOTS}: the account does not exist.`,
        'Nothing is published for that day, or the node is one of another chain: check address and chain.',
      ],
      'node error': [
        `${NO_ROOTS}: the node said: {said:clipped}.`,
        'Read the account again: linesman roots --day DAY.',
      ],
      several: [`${NO_ROOTS}: it has {count} accounts.`, 'Pass a file with only the roots account of that day.'],
      parsed: [`${NO_ROOTS}: its data is parsed, not bytes.`, 'Request the account in the encoding base64.'],
      encoding: [
        `${NO_ROOTS}: its data is in the encoding {named:clipped}.`,
        'Request the account in the encoding base64.',
      ],
      answer: [
        `${NO_ROOTS}: it is an answer with a proof.`,
        'Read the roots from the chain: linesman roots --day DAY.',
      ],
      'neither bytes nor JSON': ({ file, document }: { readonly file: string } & SavedDocument) => {
        const form = typeof document === 'string' ? formOfText(document) : document && formOfBytes(document);
        const sentence = `${fileName(file)} does not contain a roots account`;
        // Hex or Base64 of other bytes is readable, but no roots account.
        return form === undefined || form === 'hex' || form === 'encoded'
          ? `${sentence}: it is neither account bytes nor JSON.`
          : formText(sentence, form);
      },
      'no data': `${NO_ROOTS}: it has no field "data".`,
      'no bytes': `${NO_ROOTS}: its data is neither integers, hex nor padded Base64.`,
      'too short': `${NO_ROOTS}: its data has {bytes} bytes.`,
      'other day': `${NO_ROOTS}: its epochDay is not {day}, the day of the account.`,
    }),
  ),
  [code.WRONG_DAY]: text(
    'The roots are from another day.',
    "Fetch the roots account of the proof's day.",
    'The roots are from day {stored}, the proof is from day {needed} ({date:text}).',
  ),
  [code.UNKNOWN_ERROR]: text(
    'The error number is not known.',
    'Check which program returned it: the number may belong to another one.',
    wordsWith<Placed>()('Error {number} is not known.'),
  ),
  [code.INVALID_INSTRUCTION_DATA]: text(
    'The instruction data does not decode.',
    'Pass the complete data, beginning with its discriminator, and nothing after it.',
    dataText,
  ),
  [code.FILE_NOT_READABLE]: text(
    'The file cannot be read.',
    'Check the path.',
    problems({
      'not readable': '{file:file} cannot be read: {errno:reason}.',
      'too large': [
        '{file:file} is larger than {mebibytes} MiB.',
        'Pass a file with one answer: an answer of the service has only a few kilobytes.',
      ],
      encoding: ({ file, encoding }: { readonly file: string; readonly encoding: string }) =>
        encoding === 'gzip'
          ? {
              sentence: `${fileName(file)} is gzip that is damaged or cut off.`,
              hint: 'Download the whole file again, or unpack it.',
            }
          : {
              sentence: `${fileName(file)} is ${encoding}, not UTF-8 text.`,
              hint: 'Pass the text in UTF-8, plain or in gzip.',
            },
      'no store': ['The store {file:file} does not exist.', "Pass the store's folder or URL with --store."],
      'not JSON': [
        '{file:file} cannot be used as {option:text}: it is not JSON ({detail:clipped}).',
        'Correct the file, or pass another one.',
      ],
      'wrong content': [
        '{file:file} cannot be used as {option:text}: {what:text} is not {expected:text}.',
        'Correct the file, or pass another one.',
      ],
    }),
  ),
  [code.INVALID_ARGUMENT]: text('An argument is not valid.', RETIRED),
  [code.CONDITION_NOT_APPLICABLE]: text('A condition needs stats; odds and fixtures have none.', 'Omit the condition.'),
  [code.UNTRUSTED_ORACLE]: text(
    'The oracle program of the market is not in the trusted list.',
    'Add it to the list only if you know who runs it.',
    'The oracle program {oracleProgram:text} of the market is not in the trusted list.',
  ),
  [code.UNTRUSTED_MINT]: text(
    'The mint of the market is not in the trusted list.',
    'Add it to the list only if you know the token.',
    'The mint {mint:text} of the market is not in the trusted list.',
  ),
  [code.STAKES_CLOSE_AFTER_START]: text(
    'Stakes close after the start of the match.',
    'Do not stake on a market that is open during the match.',
    closeText,
  ),
  [code.NO_CHALLENGE_WINDOW]: text(
    'The market has no challenge window: the first proof decides it.',
    'Accept 7020 only if you agree that the first proof decides.',
  ),
  [code.SIMULATION_FAILED]: text(
    'The simulation of the transaction failed.',
    'Read the last lines of `logs` in its context: they show the program and its reason. If there are none, check ' +
      'that ' +
      'the payer has SOL and that every account exists.',
    transactionText,
  ),
  [code.ACCOUNT_NOT_FOUND]: text(
    'The account does not exist.',
    'Check the address and the cluster.',
    'There is no {what:text} account at {address:text}.',
  ),
  [code.UNEXPECTED_ACCOUNT]: text(
    'The account is not of the expected kind.',
    'Pass the address of an account of that kind, and the programs of its deployment (`programs`; on the command ' +
      'line --oracle and --settlement).',
    accountText,
  ),
  [code.OLDER_TREE_ON_CHAIN]: text(
    'Proofs of the older tree can only be verified offline.',
    'Verify it offline: the programs accept only the current tree.',
  ),
  [code.NO_PROOF_YET]: text(
    'No proof settles the market yet.',
    'Wait: the match may not be over, or its last slot not published.',
    noProofText,
  ),
  [code.SERVICE_UNAVAILABLE]: text(
    'The service does not answer.',
    'Check the address and the network. Requests are retried automatically.',
    problems({
      status: 'The service answered {status}.',
      attempts: (context: {
        /** The sentence of the last failure, and its hint in `advice`. */ readonly last: string;
        readonly advice: string;
        readonly code: number;
        readonly attempts: number;
      }) => ({ sentence: `${context.last.replace(/\.$/, '')}, ${context.attempts} times.`, hint: context.advice }),
      aborted: 'The request to the service was aborted.',
      'no answer': (context: { readonly endpoint?: string; readonly reason?: string }) =>
        context.endpoint === undefined
          ? 'The service does not answer.'
          : `${clipped(context.endpoint)} did not answer (${clipped(context.reason ?? 'no reason')}).`,
      'no stream': '{endpoint:clipped} opened no stream ({reason:clipped}), {attempts} times.',
    }),
  ),
  [code.SERVICE_REFUSED]: text(
    'The service refused the request.',
    'Check the API token, and what its subscription covers.',
    'The service answered {status}.',
  ),
  [code.WRONG_RECORD]: text(
    'The proof is not of the requested record.',
    "Ask the service's operator. The proof was not used to settle.",
    problems({
      'proof of nothing': 'The proof from the service proves no stat.',
      'no proof': 'The service returned no proof of stat {key}.',
      'other kind': 'The service was asked for {asked:text} but returned {given:text}.',
      'other fixture': 'The proof is of fixture {proven}, not {asked}.',
      'other stats': 'The proof is of the stats {proven:listed}, not {asked:listed}.',
      'other message': 'The proof is of odds {messageId:quoted} at {ts}.',
      'other slot': (context: { readonly proven: Place; readonly seq: number; readonly listed: Place }) => {
        const { proven, listed, seq } = context;
        return (
          `The proof is of slot ${proven.slot} of day ${proven.epochDay}; record ${seq} is of slot ` +
          `${listed.slot} of day ${listed.epochDay}.`
        );
      },
      'other value': (context: {
        readonly key: number;
        readonly proven: number;
        readonly seq: number;
        readonly listed: number | undefined;
      }) => `The proof has stat ${context.key} = ${context.proven}; record ${context.seq} has ${context.listed}.`,
    }),
  ),
  [code.TRANSACTION_NOT_LANDED]: text(
    'The transaction did not land before its blockhash expired.',
    'Try again, with a higher priority fee. Sign in your wallet within 150 blocks: on a fast network, half a minute.',
    'The transaction did not land in {attempts} attempts.',
  ),
  [code.INVALID_KEYPAIR_FILE]: text(
    'The key pair file is not usable.',
    'Pass a file that contains a list of 64 numbers, and that only its owner can read (chmod 600).',
    problems({
      'no key pair': '{file:clipped} contains no key pair: a JSON list of 64 numbers from 0 to 255 whose halves match.',
      ...UNREADABLE,
    }),
  ),
  [code.INVALID_RECORD]: text(
    'The record is not valid.',
    'Correct the record where the path points. Nothing of it was stored.',
    (context: RecordFaults | InvalidRecord) => ('faults' in context ? faultsText(context) : invalidRecordText(context)),
  ),
  [code.FACT_TOO_RECENT]: text(
    'The fact is younger than the reader accepts.',
    'Wait: a later score record may still correct it.',
    'The fact about k{key} is {age} s old; the reader requires {minimumAge} s.',
  ),
  [code.EVENT_TOO_EARLY]: text(
    "The result is from a score record before the reader's `notBefore`.",
    'Wait until someone posts a later score record. A match that was marked final this early was marked by mistake.',
    ({ time, notBefore }: { readonly time: number; readonly notBefore: number }) =>
      `The slot's first score record is of ${timeText(time)}; ` +
      `the reader accepts none before ${timeText(1_000 * notBefore)}.`,
  ),
  [code.RESULTS_TOO_EARLY]: text(
    'Results count from a time before the match can be over.',
    'Choose terms with a later `earliest`, or accept 7035: otherwise, a final mark that is set by mistake would ' +
      'decide.',
    ({
      earliest,
      least,
      fixtureId,
    }: {
      readonly earliest: number;
      readonly least: number;
      readonly fixtureId: number;
    }) =>
      `Results count from ${timeText(earliest)}, but fixture ${fixtureId} is not decided before ${timeText(least)}; ` +
      'a final mark before that is a mistake.',
  ),
  [code.UNTRUSTED_ATTESTERS]: text(
    'The terms do not require the attesters that the caller trusts.',
    'List the attester set as trusted, with the `least` that is enough for you, only if you know who holds its keys.',
    problems({
      none: 'The terms have no attesters, so one publisher key decides.',
      'other set': 'The attester set {set:text} is not in the trusted list.',
      'too few': 'The terms require {least} attesters of {set:text}; the trusted list requires {wanted}.',
    }),
  ),
  [code.TOO_MANY_ATTESTERS_NEEDED]: text(
    'The terms require so many attesters of the set that a few silent ones void the market after the match.',
    'Choose terms with a smaller `least`, set how many may be silent (`spare`), or accept 7037.',
    ({ least, keys, spare }: { readonly least: number; readonly keys: number; readonly spare: number }) =>
      `The terms require ${least} of ${keys} attesters, so ${Math.max(keys - least + 1, 1)} of them void the market ` +
      `by staying silent; at least ${spare} should be able to stay silent without that.`,
  ),
  [code.ATTESTED_WINDOW_TOO_SHORT]: text(
    'The challenge window is too short for terms with attesters.',
    'Choose terms with a longer window, or accept 7038: attesters may confirm a correction late.',
    'The challenge window is {window} s; with attesters it should be {least} s or more.',
  ),
  [code.CHALLENGE_WINDOW_SHORT]: text(
    'The challenge window leaves little time to submit a later proof.',
    'Choose terms with a longer window, or accept 7039.',
    'The challenge window is {window} s; it should be {least} s or more.',
  ),
  [code.LAMPORTS_IN_FLIGHT]: text(
    'The transaction needs more lamports than the keeper may have in flight.',
    'Raise the limit (--lamports-in-flight), or close proof buffers left by an earlier run.',
    ({ needed, limit, standing }: { readonly needed: bigint; readonly limit: bigint; readonly standing: bigint }) =>
      `It needs ${needed} lamports. The limit is ${limit}, of which existing proof buffers hold ${standing}.`,
  ),
} as const;

type UnknownSport =
  | { readonly name: unknown }
  /** `SportId` in a record. */
  | { readonly path: string; readonly value: unknown };

function unknownSportText(context: UnknownSport): string {
  if ('path' in context) return `${clipped(context.path)} is ${quoted(context.value)}, not 1, 2 or 6.`;
  return `${quoted(context.name)} is not a known sport.`;
}

/** The fault of a record, and where: `path` is for example `$.Clock.seconds`. */
type InvalidRecord = { readonly path: string } & (
  | { readonly problem: 'missing' | 'names missing' }
  | { readonly problem: 'wrong value'; readonly value: unknown; readonly expected: string }
  | { readonly problem: 'wrong length'; readonly length: number; readonly minimum: number; readonly maximum: number }
  | { readonly problem: 'participant twice'; readonly id: number }
  | { readonly problem: 'other bookmaker'; readonly messageId: string; readonly bookmakerId: number }
  | { readonly problem: 'number of prices'; readonly prices: number; readonly expected: number }
  | { readonly problem: 'unknown stat'; readonly sport: string }
);

const invalidRecordText = problems({
  missing: '{path:clipped} is missing.',
  'names missing': '{path:clipped} is empty, but there are prices.',
  'wrong value': '{path:clipped} is {value:shown}, not {expected:text}.',
  'wrong length': '{path:clipped} has {length} items, not {minimum} to {maximum}.',
  'participant twice': '{path:clipped} is {id}, the same as Participant1Id.',
  'other bookmaker': '{path:clipped} is {messageId:quoted}, which does not belong to bookmaker {bookmakerId}.',
  'number of prices': '{path:clipped} has {prices} prices, not {expected} or none.',
  'unknown stat': '{path:clipped} is not a stat of {sport:text}.',
});

/** Why a service does not answer. */
export type Unavailable =
  | { readonly problem: 'aborted' }
  | { readonly problem: 'no answer'; readonly endpoint?: string; readonly reason?: string }
  | { readonly problem: 'no stream'; readonly endpoint: string; readonly reason: string; readonly attempts: number }
  | {
      readonly problem: 'attempts';
      /** The sentence of the last failure, and its hint in `advice`. */
      readonly last: string;
      readonly advice: string;
      readonly code: number;
      readonly attempts: number;
    }
  | { readonly problem: 'status'; readonly status: number };
