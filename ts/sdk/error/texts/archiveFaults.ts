import { clipped } from '../quoted.js';
import { type ErrorText, problems, problemsWith } from './text.js';

export interface OfSlot {
  readonly kind: string;
  readonly slotStart: number;
}

interface OfRecord extends OfSlot {
  readonly fixtureId: number;
  readonly seq: number;
}

/** How a store contradicts an archive. */
export const archiveConflictText = problems({
  'other sport': 'Fixture {fixtureId} is {inStore:text} in the store, {inArchive:text} in the archive.',
  'other fixture': 'The store has fixture {fixtureId} of the same time with different content.',
  'other record': ({ kind, fixtureId, seq }: OfRecord) =>
    `The store has a different ${kind} record ${seq} of fixture ${fixtureId}.`,
  'record not in archive': ({ kind, slotStart, fixtureId, seq }: OfRecord) =>
    `The store has ${kind} record ${seq} of fixture ${fixtureId} in the slot from ${slotStart}; the archive does not.`,
  'other batch': 'The store has different {kind:text} in the slot from {slotStart}.',
});

/** `reason`: the message of the system, the decompressor or our own underlying error. */
const lineText = problems({
  'wrong check': 'its check value does not match',
  'not JSON': 'it is not JSON',
  'not an object': 'it is not a JSON object',
  'no end': 'it does not end with a line break',
  'other record': 'the record does not match the fields around it',
  'no time': 'the record has no "Ts"',
  'wrong field': '"{field:text}" is {value:shown}, not {expected:text}',
  'wrong stream slot': 'it cannot have been accepted in its slot of the stream, {streamSlot}',
  'line too long': 'it is longer than {limit} characters',
  'part too long': 'it and the lines that belong to it have more than {limit} characters',
  unreadable: 'it cannot be read ({reason:clipped})',
  'wrong value': ({ reason }: { readonly reason: string }) => clipped(reason).replace(/\.$/, ''),
  'repeated fixture': 'fixture {fixtureId} appears twice',
  'missing fixture': 'fixture {fixtureId} is not in fixtures.ndjson.gz',
  'batch out of place': 'the batch is out of place',
  'record out of place': 'the record is out of place',
  'no batch': 'it belongs to no batch',
  'place taken': 'another record has its position in the stream, or its message id',
  'missing records': 'the file ends here, but the batch has {records} records',
  'too many lines': 'the manifest says {lines} lines',
  'too few lines': 'the file has {found} lines; the manifest says {lines}',
});

/** The fault of one line of an archive. */
export type LineFault = Parameters<typeof lineText>[0];

/** A slot and its readable name. */
export interface NamedSlot extends OfSlot {
  readonly slot: string;
}

/** `file` is the name in the archive, `path` the location on disk. */
const damagedFileText = problemsWith<{ readonly file: string }>()({
  'no manifest': '{path:clipped} cannot be read ({reason:clipped}): the archive is incomplete.',
  'no file': '{path:clipped} cannot be read ({reason:clipped}).',
  'manifest not JSON': '{path:clipped} is not JSON.',
  'manifest rewritten': '{path:clipped} is not formatted as linesman writes it.',
  'manifest field': '{path:clipped}: "{field:text}" is not {expected:text}.',
  'other roots': '{path:clipped} has counts or roots that differ from the files.',
  'other file': '{path:clipped} is not the file that the manifest describes, although each of its lines is valid.',
});

type DamagedLine = { readonly file: string; readonly path: string; readonly line: number } & Partial<NamedSlot> &
  LineFault;

const BATCH =
  'The {slot:text} (line {batchLine} of batches.ndjson.gz, lines {line} to {lastLine} of records.ndjson.gz)';

/** A batch: its line in the batches file, and the lines of its records, `line` to `lastLine`. */
const damagedBatchText = problemsWith<NamedSlot & { readonly file: string }>()({
  'other root': `${BATCH} has the root {root:text}, but its records hash to {byRecords:text}.`,
  'other metadata': `${BATCH} has metadata that does not match its records.`,
  'no tree': `${BATCH} does not form a tree: {reason:clipped}`,
});

type DamagedFile = Parameters<typeof damagedFileText>[0];
type DamagedBatch = Parameters<typeof damagedBatchText>[0];

export function archiveDamagedText(context: DamagedFile | DamagedLine | DamagedBatch): string {
  if ('batchLine' in context) return damagedBatchText(context);
  if (!('line' in context)) return damagedFileText(context);
  const { path, line, slot } = context;
  return `${clipped(path)}, line ${line}${slot === undefined ? '' : `, ${slot}`}: ${lineText(context)}.`;
}

/** Short roots of a slot from each source in the store, and other faults of the slot. */
type BatchMismatch =
  | { readonly kind: string; readonly slotStart: number }
  | (NamedSlot & { readonly problem: 'no batch' })
  | (NamedSlot & {
      readonly problem: 'not exported';
      readonly records: string | null;
      readonly leaves: string | null;
      readonly stored: string | null;
      readonly faults: readonly string[];
    });

export function batchMismatchText(context: BatchMismatch): string | ErrorText {
  if (!('problem' in context))
    return `The stored ${context.kind} batch from ${context.slotStart} does not match its root.`;
  if (context.problem === 'no batch') return `The ${context.slot} has records but no batch.`;
  const { slot, records, leaves, stored, faults } = context;
  const [byRecords, byLeaves, own] = [records, leaves, stored].map((root) => root ?? 'no root');
  const roots = `the records give ${byRecords}, the leaves ${byLeaves}, the batch has ${own}`;
  return {
    sentence: `The ${slot} is inconsistent: ${[roots, ...faults].map((one) => clipped(one)).join('; ')}.`,
    hint: '`linesman audit` lists all such slots. Restore the store before you export it.',
  };
}

/** Why a day is not sealed. */
type DayNotSealed =
  | { readonly problem: 'not over'; readonly day: number; readonly kind: string; readonly sealedUntil: string }
  | (NamedSlot & { readonly problem: 'not built' });

export const dayNotSealedText = (context: DayNotSealed): string =>
  context.problem === 'not built'
    ? `The ${context.slot} is not built yet.`
    : `Day ${context.day} is not over: ${context.kind} are sealed until ${context.sealedUntil}.`;

export interface ChainDiffers extends NamedSlot {
  /** The first digits of the roots; `null` without one. */
  readonly onChain: string | null;
  readonly inArchive: string;
  /** The whole root on chain, hex. */
  readonly found?: string;
}

export const chainDiffersText = ({ slot, onChain, inArchive }: ChainDiffers): string =>
  `The ${slot} has ${onChain === null ? 'no root' : `the root ${onChain}`} on chain, but ${inArchive} in the archive.`;
