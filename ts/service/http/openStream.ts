import type { StreamKind } from '../stream/index.js';
import type { Context } from './context.js';
import type { Answer } from './endpoint.js';
import { checkFixture } from './seen.js';

/** The stream of a kind. Errors: 7063 for a single fixture that the token may not see. */
export async function openStream(
  kind: StreamKind,
  context: Context<{ readonly fixtureId: number | undefined }, unknown>,
): Promise<Answer> {
  const { values, ports, access, session, wire, headers } = context;
  const { fixtureId } = values;
  if (fixtureId !== undefined) await checkFixture(access, ports.records, fixtureId);
  const given = headers['last-event-id'];
  const token = headers['x-api-token'];
  return {
    kind: 'stream',
    stream: {
      kind,
      wire,
      fixtureId,
      lastEventId: typeof given === 'string' ? given : undefined,
      access,
      sessionEndsAt: session.endsAt,
      renew: () => ports.auth.access(typeof token === 'string' ? token : undefined),
    },
  };
}
