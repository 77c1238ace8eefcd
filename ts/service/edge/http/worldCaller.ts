import { fail, NOT_THIS_MACHINE, RECORD_NOT_FOUND } from 'linesman/error';
import { type ChainRequest, isInside, refusalOf } from '../../roots/chain/chainCaller.js';
import type { World } from '../world/world.js';
import type { HttpPorts } from './context.js';

/**
 * Refuses everybody but processes and pages on this machine. A page of another site that runs in a browser here could
 * otherwise change the world of its visitor: this service answers every origin. The rules are those of the chain's own
 * port: no foreign `Origin`, no foreign name in `Host` (DNS rebinding), no proxy. Errors: NOT_THIS_MACHINE.
 */
export function requireOwnMachine(request: ChainRequest): void {
  if (!isInside(request)) fail(NOT_THIS_MACHINE, { problem: 'outside' });
  if (refusalOf(request) !== null) fail(NOT_THIS_MACHINE, { problem: 'other site' });
}

/** Errors: RECORD_NOT_FOUND; without a world the endpoints do not exist. */
export const worldOf = ({ world }: HttpPorts): World => world ?? fail(RECORD_NOT_FOUND, { problem: 'no route' });

/** What everybody may know about a world. */
export const worldView = ({ now, speed, speeds, source }: World) => ({ now: now(), speed, speeds, source });
