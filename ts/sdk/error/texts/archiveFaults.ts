import { clipped, quoted } from '../quoted.js';
import type { ErrorText } from './text.js';

/** How a store contradicts an archive. */
type ArchiveConflict =
  | {
      readonly problem: 'other sport';
      readonly fixtureId: number;
      readonly inStore: string;
      readonly inArchive: string;
    }
  | { readonly problem: 'other fixture'; readonly fixtureId: number }
  | ({ readonly problem: 'other record' | 'record not in archive' } & OfSlot & {
        readonly fixtureId: number;
        readonly seq: number;
      })
  | ({ readonly problem: 'other batch' } & OfSlot);

export interface OfSlot {
  readonly kind: string;
  readonly slotStart: number;
}

export function archiveConflictText(context: ArchiveConflict): string {
  switch (context.problem) {
    case 'other sport':
      return `Fixture ${context.fixtureId} is ${context.inStore} in the store, ${context.inArchive} in the archive.`;
    case 'other fixture':
      return `The store has fixture ${context.fixtureId} of the same time with different content.`;
    case 'other record':
      return `The store has a different ${context.kind} record ${context.seq} of fixture ${context.fixtureId}.`;
    case 'record not in archive':
      return (
        `The store has ${context.kind} record ${context.seq} of fixture ${context.fixtureId} in the ` +
        `slot from ${context.slotStart}; the archive does not.`
      );
    case 'other batch':
      return `The store has a different batch of ${context.kind} in the slot from ${context.slotStart}.`;
  }
}

/** The fault of one line of an archive. */
export type LineFault =
  | { readonly problem: 'wrong check' | 'not JSON' | 'not an object' | 'no end' | 'other record' | 'no time' }
  | { readonly problem: 'wrong field'; readonly field: string; readonly value: unknown; readonly expected: string }
  | { readonly problem: 'wrong stream slot'; readonly streamSlot: number }
  | { readonly problem: 'line too long' | 'part too long'; readonly limit: number }
  /** `reason`: the message of the system, the decompressor or our own underlying error. */
  | { readonly problem: 'unreadable' | 'wrong value'; readonly reason: string }
  | { readonly problem: 'repeated fixture' | 'missing fixture'; readonly fixtureId: number }
  | { readonly problem: 'batch out of place' | 'record out of place' | 'no batch' | 'place taken' }
  | { readonly problem: 'missing records'; readonly records: number }
  | { readonly problem: 'too many lines'; readonly lines: number }
  | { readonly problem: 'too few lines'; readonly lines: number; readonly found: number };

function lineText(context: LineFault): string {
  switch (context.problem) {
    case 'wrong check':
      return 'its check value does not match';
    case 'not JSON':
      return 'it is not JSON';
    case 'not an object':
      return 'it is not a JSON object';
    case 'no end':
      return 'it does not end with a line break';
    case 'other record':
      return 'the record does not match the fields around it';
    case 'no time':
      return 'the record has no "Ts"';
    case 'wrong field':
      return `"${context.field}" is ${quoted(context.value)}, not ${context.expected}`;
    case 'wrong stream slot':
      return `it cannot have been accepted in its slot of the stream, ${context.streamSlot}`;
    case 'line too long':
      return `it is longer than ${context.limit} characters`;
    case 'part too long':
      return `it and the lines that belong to it have more than ${context.limit} characters`;
    case 'unreadable':
      return `it cannot be read (${clipped(context.reason)})`;
    case 'wrong value':
      return clipped(context.reason).replace(/\.$/, '');
    case 'repeated fixture':
      return `fixture ${context.fixtureId} appears twice`;
    case 'missing fixture':
      return `fixture ${context.fixtureId} is not in fixtures.ndjson.gz`;
    case 'batch out of place':
      return 'the batch is out of place';
    case 'record out of place':
      return 'the record is out of place';
    case 'no batch':
      return 'it belongs to no batch';
    case 'place taken':
      return 'another record has its position in the stream, or its message id';
    case 'missing records':
      return `the file ends here, but the batch has ${context.records} records`;
    case 'too many lines':
      return `the manifest says ${context.lines} lines`;
    case 'too few lines':
      return `the file has ${context.found} lines; the manifest says ${context.lines}`;
  }
}

/** A slot and its readable name. */
export interface NamedSlot {
  readonly kind: string;
  readonly slotStart: number;
  readonly slot: string;
}

/** `file` is the name in the archive, `path` the location on disk. */
type DamagedFile = { readonly file: string; readonly path: string } & (
  | { readonly problem: 'no manifest' | 'no file'; readonly reason: string }
  | { readonly problem: 'manifest not JSON' | 'manifest rewritten' | 'other roots' | 'other file' }
  | { readonly problem: 'manifest field'; readonly field: string; readonly expected: string }
);

type DamagedLine = { readonly file: string; readonly path: string; readonly line: number } & Partial<NamedSlot> &
  LineFault;

/** A batch: its line in the batches file, and the lines of its records, `line` to `lastLine`. */
type DamagedBatch = NamedSlot & {
  readonly file: string;
  readonly line: number;
  readonly lastLine: number;
  readonly batchLine: number;
} & (
    | { readonly problem: 'other root'; readonly root: string; readonly byRecords: string }
    | { readonly problem: 'other metadata' }
    | { readonly problem: 'no tree'; readonly reason: string }
  );

export function archiveDamagedText(context: DamagedFile | DamagedLine | DamagedBatch): string {
  switch (context.problem) {
    case 'no manifest':
      return `${clipped(context.path)} cannot be read (${clipped(context.reason)}): the archive is incomplete.`;
    case 'no file':
      return `${clipped(context.path)} cannot be read (${clipped(context.reason)}).`;
    case 'manifest not JSON':
      return `${clipped(context.path)} is not JSON.`;
    case 'manifest rewritten':
      return `${clipped(context.path)} is not formatted as linesman writes it.`;
    case 'manifest field':
      return `${clipped(context.path)}: "${context.field}" is not ${context.expected}.`;
    case 'other roots':
      return `${clipped(context.path)} has counts or roots that differ from the files.`;
    case 'other file':
      return (
        `${clipped(context.path)} is not the file that the manifest describes, although each of its ` +
        'lines is valid.'
      );
    case 'other root':
    case 'other metadata':
    case 'no tree':
      return batchText(context);
    default:
      return (
        `${clipped(context.path)}, line ` +
        `${context.line}${context.slot === undefined ? '' : `, ${context.slot}`}: ${lineText(context)}.`
      );
  }
}

function batchText(context: DamagedBatch): string {
  const { slot, batchLine, line, lastLine } = context;
  const lines = `line ${batchLine} of batches.ndjson.gz, lines ${line} to ${lastLine} of records.ndjson.gz`;
  const batch = `The ${slot} (${lines})`;
  switch (context.problem) {
    case 'other root':
      return `${batch} has the root ${context.root}, but its records give ${context.byRecords}.`;
    case 'other metadata':
      return `${batch} has metadata that differs from what its records give.`;
    case 'no tree':
      return `${batch} gives no tree: ${clipped(context.reason)}`;
  }
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
