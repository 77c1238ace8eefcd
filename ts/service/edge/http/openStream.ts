import { INVALID_API_TOKEN, isError } from '@linesman/sdk/error';
import type { StreamAccess } from '../stream/reader.js';
import type { StreamKind } from '../stream/streamEvent.js';
import type { Context } from './context.js';
import type { Answer } from './endpoint.js';
import { checkFixture } from './seen.js';

/** Opens a stream. Errors: NOT_ENTITLED when the token may not see the requested fixture. */
export async function openStream(
  kind: StreamKind,
  context: Context<{ readonly fixtureId: number | undefined }, unknown>,
): Promise<Answer> {
  const { values, ports, access, session, wire, headers } = context;
  const { fixtureId } = values;
  if (fixtureId !== undefined) await checkFixture(access, ports.records, fixtureId);
  const given = headers['last-event-id'];
  const token = headers['x-api-token'];
  const lastEventId = typeof given === 'string' ? given : undefined;
  if (lastEventId) await ports.caughtUp?.(kind, lastEventId);
  return {
    kind: 'stream',
    stream: {
      kind,
      wire,
      fixtureId,
      lastEventId,
      access,
      sessionEndsAt: session.endsAt,
      renew: () => ports.auth.access(typeof token === 'string' ? token : undefined).catch(refusedAsNull),
    },
  };
}

/** A refusal is a valid answer; a failed query is not. */
function refusedAsNull(error: unknown): StreamAccess | null {
  if (isError(error, INVALID_API_TOKEN)) return null;
  throw error;
}
