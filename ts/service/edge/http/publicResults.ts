import { fail, RECORD_NOT_FOUND } from 'linesman/error';
import type { PublicEntry, Results } from '../answer/results.js';
import type { HttpPorts } from './context.js';

/** The public view of a service that has one: its endpoints exist only there. */
export const resultsOf = ({ results }: Pick<HttpPorts, 'results'>): Results =>
  results ?? fail(RECORD_NOT_FOUND, { problem: 'no route' });

/** A match whose result is public. One that is not looks like one that does not exist. Errors: RECORD_NOT_FOUND. */
export async function publicMatch(
  ports: Pick<HttpPorts, 'results' | 'recordTime'>,
  fixtureId: number,
): Promise<PublicEntry> {
  const found = await resultsOf(ports).of(fixtureId, ports.recordTime());
  return found ?? fail(RECORD_NOT_FOUND, { problem: 'no fixture', fixtureId });
}
