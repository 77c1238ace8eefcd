import { LinesmanError } from '@linesman/sdk/error';
import { DocumentNode } from '@linesman/sdk/internal/proof/document';
import { readDocument } from '@linesman/sdk/proof';

/** The facts about a record that a recording needs, whatever its form. */
export interface RecordedRecord {
  readonly fixtureId: number | null;
  /** Scores only. */
  readonly seq: number | null;
  /** Odds only. */
  readonly messageId: string | null;
  /** ms. */
  readonly ts: number;
}

/** Reads a record; null for other data, which is recorded nevertheless. */
export function recordedRecord(data: string): RecordedRecord | null {
  try {
    const node = new DocumentNode(readDocument(data), '$');
    return {
      fixtureId: node.find('fixtureId')?.i64() ?? null,
      seq: node.find('seq')?.i64() ?? null,
      messageId: node.find('messageId')?.string() ?? null,
      ts: node.field('ts').i64(),
    };
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}

/** The content of a heartbeat. */
export interface RecordedHeartbeat {
  /** World time, ms. */
  readonly time: number;
  readonly gap: { readonly from: string; readonly to: string } | null;
}

/** Numbers from here on are times in ms: as seconds they would be after the year 5138, as ms they are from 1973 on. */
const LEAST_MS = 100_000_000_000;

/** The time of a heartbeat. Most services send it in seconds, some in ms. */
const millisecondsOf = (time: number): number => (time < LEAST_MS ? time * 1_000 : time);

/** Reads the data of a heartbeat; null if there is nothing to read. */
export function recordedHeartbeat(data: string): RecordedHeartbeat | null {
  try {
    const node = new DocumentNode(readDocument(data), '$');
    const gap = node.find('gap');
    return {
      time: millisecondsOf(node.find('ts')?.i64() ?? 0),
      gap: gap ? { from: gap.field('from').string(), to: gap.field('to').string() } : null,
    };
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
