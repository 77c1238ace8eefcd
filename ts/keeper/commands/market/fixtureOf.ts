import { readApiToken } from '@linesman/cli';
import { createClient, type FixtureFacts, fixtureFacts } from '@linesman/sdk/client';
import type { ServiceFlags } from './marketOptions.js';

export type Fixture = FixtureFacts;

/**
 * Requests a fixture; `null` without a service. Errors: FIXTURE_UNKNOWN, FILE_NOT_READABLE and
 * MALFORMED_TOKEN for the API token, those of the service.
 */
export async function fixtureOf(flags: ServiceFlags, id: number): Promise<Fixture | null> {
  if (flags.service === undefined) return null;
  const apiToken = readApiToken(flags);
  const client = createClient({ baseUrl: flags.service, ...(apiToken !== undefined && { apiToken }) });
  return await fixtureFacts(client, id);
}
