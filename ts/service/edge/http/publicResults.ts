import { fail, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import type { PublicEntry, Results } from '../answer/results.js';
import type { HttpPorts } from './context.js';

/** The public view of a service. Its endpoints exist only if the service has one. */
export const resultsOf = ({ results }: Pick<HttpPorts, 'results'>): Results =>
  results ?? fail(RECORD_NOT_FOUND, { problem: 'no route' });

/**
 * A match whose result is public. Any other match is answered like one that does not exist. Errors: RECORD_NOT_FOUND.
 */
export async function publicMatch(
  ports: Pick<HttpPorts, 'results' | 'recordTime'>,
  fixtureId: number,
): Promise<PublicEntry> {
  const found = await resultsOf(ports).of(fixtureId, ports.recordTime());
  return found ?? fail(RECORD_NOT_FOUND, { problem: 'no fixture', fixtureId });
}
