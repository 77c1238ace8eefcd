import { layoutByteOf, type Sport } from '@linesman/sdk/format';
import type { RecordTaker } from '../../data/ingest/recordTaker.js';

/** A taker that also adds the sport to fixtures that do not name theirs, because lists of live feeds lack it. */
export const namingSport = <T extends RecordTaker>(taker: T, sport: Sport): T => {
  const named = (records: readonly string[]): readonly string[] => records.map((text) => withSport(text, sport));
  return {
    ...taker,
    acceptAll: (records, next, isPatient) =>
      taker.acceptAll(named(records), next && (async () => named(await next())), isPatient),
  };
};

function withSport(text: string, sport: Sport): string {
  // Most records are not fixtures, and parsing takes time.
  if (!text.includes('"Competition"') || !isUnnamedFixture(text)) return text;
  // The sport is added to the text, so that any fault in the text stays visible.
  return text.replace(/\}\s*$/, `,"SportId":${layoutByteOf(sport)}}`);
}

function isUnnamedFixture(text: string): boolean {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || !('Competition' in record)) return false;
    return !['Sport', 'SportId', 'Seq', 'seq', 'MessageId'].some((name) => name in record);
  } catch {
    // The record is refused with the reason when it is taken.
    return false;
  }
}
