import * as code from '../codes/records.js';
import { clipped, quoted } from '../quoted.js';
import { batchMismatchText } from './archiveFaults.js';
import type { Placed } from './documents.js';
import { inRecord, problemsWith, RETIRED, text, wordsWith } from './text.js';

/** Texts of ../codes/records.ts. */
export const RECORDS_TEXTS = {
  [code.MALFORMED_RECORD]: text(
    'The text is not a record of scores, odds or fixtures.',
    'Send one JSON object per line. Nothing of this record was stored.',
    problemsWith<{ readonly path: string }>()({
      'too long': (
        context: { readonly path: string; readonly length: number; readonly limit: number } & {
          readonly unit: 'characters' | 'bytes';
        },
      ) => `${inRecord(context.path)} has ${context.length} ${context.unit}; the limit is ${context.limit}.`,
      empty: 'The record is empty.',
      'byte order mark': 'The record begins with a byte order mark.',
      'not UTF-8': 'The record is not UTF-8 text.',
      'not Unicode': 'The record is not well-formed Unicode.',
      'not JSON': 'The record is not JSON: {reason:clipped}.',
      unreadable: 'The record cannot be read: {reason:clipped}.',
      'not an object': 'The record is not a JSON object.',
      'no kind': 'The record has no MessageId (odds), Seq (scores) or Competition (fixtures).',
      'unstorable text': '{path:inRecord} contains the character U+0000 or half of a surrogate pair.',
      'unstorable name': 'A field name in {path:inRecord} contains the character U+0000 or half of a surrogate pair.',
      'not a stat key': '{path:inRecord} is not a decimal stat key.',
      'wrong value': '{path:inRecord} is {value:shown}, not {expected:text}.',
    }),
  ),
  [code.UNKNOWN_FIXTURE]: text(
    'The fixture is not known.',
    'Send the fixture record as well.',
    wordsWith<Placed>()('Fixture {fixtureId} is not known.'),
  ),
  [code.RECORD_CONFLICT]: text(
    'Another record with the same number, or the same message id and time, is stored.',
    'Send a correction as a new record: accepted records never change.',
    wordsWith<{ /** The fixture of the record. */ readonly fixtureId: number }>()(
      '{path:text} is {value:shown}, which fixture {storedUnder} already has with different content.',
    ),
  ),
  [code.SEQUENCE_GAP]: text(
    'The record is not the next one of its fixture.',
    'Send the earlier records as well, from Seq 0. If numbers are missing, pass --gaps or --from-seq.',
    wordsWith<{ readonly path: string }>()('$.Seq is {seq}; the next one of fixture {fixtureId} is {nextSeq}.'),
  ),
  [code.MISSING_SCORE_TOO_LATE]: text(
    'The record was missing for too long.',
    'Nothing can be done: the slot of the records around it is sealed, so it remains missing and cannot be proven.',
    wordsWith<{ readonly path: string }>()(
      'Record {seq} of fixture {fixtureId} comes after the slot of the records around it was sealed.',
    ),
  ),
  [code.INTAKE_RULES_REFUSED]: text(
    "The running service accepts a match's records only one after another.",
    'Update the service, which is an earlier version, or omit --on-refusal, --from-seq and --gaps.',
  ),
  [code.FIXTURE_WITHOUT_SPORT]: text(
    'The fixture record does not contain its sport.',
    'Pass the sport of all such matches with --sport, or put SportId into each fixture record.',
    (_: { readonly path: string }) => 'The fixture has neither SportId nor Sport.',
  ),
  [code.STAT_KEYS_DIFFER]: text(
    'The record contains other stats than its match declares.',
    'Send every record with exactly the stats of the first one, or those in StatKeys of the fixture record.',
    wordsWith<{ readonly path: string }>()(
      '$.Stats differs from the stats of fixture {fixtureId}: only one of them has stat {key}.',
    ),
  ),
  [code.STAT_KEYS_FIXED]: text(
    'The stats of the match can no longer change.',
    'Use another fixture id. StatKeys can only lose keys, and only before the first record with stats.',
    wordsWith<{ readonly path: string }>()('$.StatKeys would change the stats of fixture {fixtureId}.'),
  ),
  [code.SUMS_DIFFER]: text(
    'A total differs from the sum of its parts.',
    'Correct the record. --accept-sums stores it unchanged, and marks the match for everyone.',
    ({
      path,
      value,
      parts,
      sum,
    }: {
      readonly path: string;
      readonly fixtureId: number;
      readonly value: number;
      readonly parts: readonly number[];
      readonly sum: number;
    }) => `${clipped(path)} is ${value}, but the stats ${parts.join(', ')} add up to ${sum}.`,
  ),
  [code.STAT_NOT_STATED]: text(
    "The match's source does not report the stat.",
    'Choose another stat: according to the service, this one cannot be proven, neither as a value nor as zero, so ' +
      'a market on it ends void. --unstated continues nevertheless.',
    'According to the service, the source of fixture {fixtureId} does not report stat {key}.',
  ),
  [code.SPORT_MISMATCH]: text(
    'The record has a different sport than its fixture.',
    'Use another fixture id: the sport of a match never changes.',
    ({
      path,
      sport,
      fixtureId,
      fixtureSport,
    }: {
      readonly path: string;
      readonly sport: string | null;
      readonly fixtureId: number;
      readonly fixtureSport: string | undefined;
    }) => `${path} says ${sport}, but fixture ${fixtureId} is ${fixtureSport}.`,
  ),
  [code.UNKNOWN_SEQUENCE]: text(
    'The fixture has no record with that Seq.',
    'Check the fixture id and the Seq.',
    'Fixture {fixtureId} has no record {seq}.',
  ),
  [code.NO_STATS]: text(
    'The record has no stats.',
    'Request a later Seq: records have no stats until the first confirmed ones.',
    'Record {seq} of fixture {fixtureId} has no stats.',
  ),
  [code.STAT_NOT_IN_RECORD]: text(
    'The record does not have the stat.',
    "Check the key against the match's sport.",
    (
      context:
        | { readonly fixtureId: number; readonly seq: number; readonly key: number }
        | { readonly sport: string; readonly key: number },
    ) =>
      'sport' in context
        ? `Stat ${context.key} has no bit in the zero map of ${context.sport}.`
        : `Record ${context.seq} of fixture ${context.fixtureId} has no stat ${context.key}.`,
  ),
  [code.NOT_PUBLISHED_YET_RETIRED]: text('The slot of the record is not published yet.', RETIRED),
  [code.UNKNOWN_MESSAGE]: text(
    'There is no odds record with that id and time.',
    'Pass the MessageId and Ts of one record.',
    ({ messageId, ts }: { readonly messageId: string; readonly ts?: number }) =>
      `There is no odds record ${quoted(messageId)}${ts === undefined ? ' in the batch' : ` of ${ts}`}.`,
  ),
  [code.NO_SUCH_BATCH]: text(
    'There is no slot with records for that time.',
    'Choose a slot that has records.',
    ({ kind, slotStart }: { readonly kind: string; readonly slotStart?: number }) =>
      slotStart === undefined
        ? `There are no ${kind} records to build a slot from.`
        : `There is no slot of ${kind} from ${slotStart}.`,
  ),
  [code.PUBLISH_FAILED]: text(
    'The root could not be published.',
    "Check the chain and the publisher's balance. Publishing is retried automatically.",
    'The {kind:text} root of the slot from {slotStart} was not published in {attempts} attempts: {reason:clipped}',
  ),
  [code.LEASE_LOST]: text(
    'Another process publishes the roots now.',
    'Do nothing: it continues where this one stopped.',
  ),
  [code.MIGRATION_CHANGED]: text(
    'A migration file differs from the one that was applied.',
    'Restore the file, and write a new one: migrations must not be edited.',
    'Migration {version} ({migration:text}) differs from the one that was applied.',
  ),
  [code.UNKNOWN_MIGRATION]: text(
    'The database was migrated by a later version.',
    'Use that version: migrations cannot be undone.',
    'The database has migration {version} ({migration:clipped}), which is not known.',
  ),
  [code.STORED_BATCH_MISMATCH]: text(
    'The stored records do not match the stored root.',
    'Restore the database: it was edited or damaged.',
    batchMismatchText,
  ),
  [code.MIXED_FORMS]: text(
    'The record mixes the names of two formats.',
    'Write each record in one format; `linesman ingest --schema --form documented` prints one, `--form observed` ' +
      'the other.',
    wordsWith<{ readonly path: string }>()(
      '{observed:clipped} is a name of the observed format, {documented:clipped} one of the documented format.',
    ),
  ),
} as const;
