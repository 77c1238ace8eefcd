import { fail, NOT_THIS_MACHINE, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { WORLD as WORLD_ANSWER } from '@linesman/sdk/internal/client/world';
import { type ChainRequest, isInside, refusalOf } from '../../roots/chain/chainCaller.js';
import type { World } from '../world/world.js';
import { answerOf } from './answerSchema.js';
import type { Context, HttpPorts } from './context.js';

/**
 * Allows only processes on this machine and pages of this service. Otherwise a page of another site or of another local
 * server, open in a browser here, could change the world of its visitor, because this service answers every origin.
 * Neither a foreign `Origin` nor a foreign name in `Host` (DNS rebinding) passes. Errors: NOT_THIS_MACHINE.
 */
export function requireOwnMachine({
  isFromHere,
  isOwnPage,
}: Pick<Context<unknown, unknown>, 'isFromHere' | 'isOwnPage'>): void {
  if (!isFromHere()) fail(NOT_THIS_MACHINE, { problem: 'outside' });
  if (!isOwnPage()) fail(NOT_THIS_MACHINE, { problem: 'other site' });
}

/**
 * Whether a request does not come from a page, or comes from a page of this service. Only http counts, because https
 * means a proxy. `devOrigins`: origins whose pages count as well, for loopback callers.
 */
export function isOwnPage(request: ChainRequest, devOrigins: readonly string[] = []): boolean {
  const { origin, host } = request.headers;
  if (refusalOf(request) !== null) return false;
  if (origin === undefined || origin.toLowerCase() === `http://${host?.toLowerCase()}`) return true;
  return devOrigins.includes(origin) && isInside(request);
}

/** Errors: RECORD_NOT_FOUND; without a world the endpoints do not exist. */
export const worldOf = ({ world }: HttpPorts): World => world ?? fail(RECORD_NOT_FOUND, { problem: 'no route' });

/** The public facts about a world. */
export const worldView = ({ now, speed, speeds, source }: World) => ({ now: now(), speed, speeds, source });

export const WORLD = answerOf(WORLD_ANSWER, {
  speed: 'Simulated seconds per second.',
  source: 'none: matches come from outside.',
});
