import * as code from '../codes/records.js';
import { clipped, quoted } from '../quoted.js';
import { batchMismatchText } from './archiveFaults.js';
import type { Placed } from './documents.js';
import { inRecord, problemsWith, RETIRED, text, wordsWith } from './text.js';

/** Texts of ../codes/records.ts. */
export const RECORDS_TEXTS = {
  [code.MALFORMED_RECORD]: text(
    'The text is not a record of scores, odds or fixtures.',
    'Send one JSON object per line; nothing of this record is stored.',
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
    'Send the record of the fixture as well.',
    wordsWith<Placed>()('Fixture {fixtureId} is not known.'),
  ),
  [code.RECORD_CONFLICT]: text(
    'Another record with the same number, or the same message id and time, is stored.',
    'Accepted records never change; send a correction as a new record.',
    wordsWith<{ /** The fixture of the record. */ readonly fixtureId: number }>()(
      '{path:text} is {value:shown}, which fixture {storedUnder} already has with different content.',
    ),
  ),
  [code.SEQUENCE_GAP]: text(
    'The record is not the next one of its fixture.',
    'Send the records before it as well, from Seq 0. If numbers are missing, give --gaps or --from-seq.',
    wordsWith<{ readonly path: string }>()('$.Seq is {seq}; the next one of fixture {fixtureId} is {nextSeq}.'),
  ),
  [code.MISSING_SCORE_TOO_LATE]: text(
    'The record was missing for too long.',
    'The slot of the records around it is sealed, so it stays missing, and nothing of it can be proven.',
    wordsWith<{ readonly path: string }>()(
      'Record {seq} of fixture {fixtureId} comes after the slot of the records around it was sealed.',
    ),
  ),
  [code.INTAKE_RULES_REFUSED]: text(
    'The running service takes the records of a match only one after the other.',
    'It is of an earlier version: update it, or leave out --on-refusal, --from-seq and --gaps.',
  ),
  [code.FIXTURE_WITHOUT_SPORT]: text(
    'The fixture does not name its sport.',
    'Give the sport of all such fixtures with --sport, or put SportId into each.',
    (_: { readonly path: string }) => 'The fixture has neither SportId nor Sport.',
  ),
  [code.STAT_KEYS_DIFFER]: text(
    'The record states other stats than its fixture.',
    'Give each record with stats exactly the keys of the first one, or those in StatKeys of the fixture record.',
    wordsWith<{ readonly path: string }>()(
      '$.Stats differs from what fixture {fixtureId} states: only one of them has stat {key}.',
    ),
  ),
  [code.STAT_KEYS_FIXED]: text(
    'The stats of the fixture are fixed.',
    'Before the first record with stats, StatKeys may lose keys; it never gains any. Use another fixture id.',
    wordsWith<{ readonly path: string }>()('$.StatKeys would change the stats that fixture {fixtureId} states.'),
  ),
  [code.SUMS_DIFFER]: text(
    'A total differs from the sum of its parts.',
    'One of them is wrong: correct the record. --accept-sums stores it as it is, and marks the fixture for everybody.',
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
    'The source of the fixture does not state the stat.',
    'This is the word of the service, which no proof can show. Nobody can prove the stat, neither a value nor zero, ' +
      'so a market on it ends void. --unstated goes on all the same.',
    'The source of fixture {fixtureId} does not state stat {key}, says the service.',
  ),
  [code.SPORT_MISMATCH]: text(
    'The record has a different sport than its fixture.',
    'The sport of a fixture never changes; use another fixture id.',
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
    'Records have no stats until the first confirmed ones; request a later Seq.',
    'Record {seq} of fixture {fixtureId} has no stats.',
  ),
  [code.STAT_NOT_IN_RECORD]: text(
    'The record does not have the stat.',
    'Check the key against the sport of the fixture.',
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
    'Give the MessageId and Ts of one record.',
    ({ messageId, ts }: { readonly messageId: string; readonly ts?: number }) =>
      `There is no odds record ${quoted(messageId)}${ts === undefined ? ' in the batch' : ` of ${ts}`}.`,
  ),
  [code.NO_SUCH_BATCH]: text(
    'There is no batch for that time.',
    'Only slots with records have a batch.',
    ({ kind, slotStart }: { readonly kind: string; readonly slotStart?: number }) =>
      slotStart === undefined
        ? `There are no ${kind} records to build a batch from.`
        : `There is no batch of ${kind} from ${slotStart}.`,
  ),
  [code.PUBLISH_FAILED]: text(
    'The root could not be published.',
    'Publishing is retried automatically; check the chain and the balance of the publisher.',
    'The {kind:text} root of the slot from {slotStart} was not published in {attempts} attempts: {reason:clipped}',
  ),
  [code.LEASE_LOST]: text('Another process publishes the roots now.', 'It continues where this one stopped.'),
  [code.MIGRATION_CHANGED]: text(
    'A migration file differs from the one that was applied.',
    'Migrations are never edited; restore the file and write a new one.',
    'Migration {version} ({migration:text}) differs from the one that was applied.',
  ),
  [code.UNKNOWN_MIGRATION]: text(
    'The database was migrated by a later version.',
    'Use that version; migrations cannot be undone.',
    'The database has migration {version} ({migration:clipped}), which is not known.',
  ),
  [code.STORED_BATCH_MISMATCH]: text(
    'The stored records do not match the stored root.',
    'The database was edited or damaged; restore it.',
    batchMismatchText,
  ),
  [code.MIXED_FORMS]: text(
    'The record has names of two forms.',
    'Write each record in one form; `linesman ingest --schema --form documented` prints the one, `--form observed` ' +
      'the other.',
    wordsWith<{ readonly path: string }>()(
      '{observed:clipped} is a name of the observed form, {documented:clipped} one of the documented form.',
    ),
  ),
} as const;
