import { createHash } from 'node:crypto';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { ROOTS_KINDS } from '../../ts/sdk/proof/rootsAccount.js';
import type { RootsPlace } from '../../ts/sdk/proof/rootsPlace.js';

/** The log lines of a call of an oracle program that publishes a root after the bound, at a time in Unix seconds. */
export function lateRootLogs(program: Address, { kind, epochDay, index }: RootsPlace, at: number): string[] {
  const event = Buffer.alloc(21);
  createHash('sha256').update('event:LateRoot').digest().copy(event, 0, 0, 8);
  event.writeUInt8(ROOTS_KINDS.indexOf(kind), 8);
  event.writeUInt16LE(epochDay, 9);
  event.writeUInt16LE(index, 11);
  event.writeBigInt64LE(BigInt(at), 13);
  return [
    `Program ${program} invoke [1]`,
    `Program data: ${event.toString('base64')}`,
    `Program ${program} consumed 9000 of 200000 compute units`,
    `Program ${program} success`,
  ];
}
