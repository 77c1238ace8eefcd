import { equalBytes, sha256 } from '../../format/index.js';
import type { ProofBuffer } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { bufferAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import { bufferClose } from '../instruction/settlement/bufferClose.js';
import { bufferCreate } from '../instruction/settlement/bufferCreate.js';
import { bufferWrite } from '../instruction/settlement/bufferWrite.js';
import type { ProgramIds } from '../programId.js';
import { bufferChunks, chunkRoom } from './bufferChunks.js';

export interface BufferUploadParameters {
  readonly programs: ProgramIds;
  /** Makes, writes and closes the buffer, and signs for it. */
  readonly owner: Address;
  /** The owner's number for the buffer (u64). */
  readonly id: bigint;
  /** Who pays for the transactions; the owner when left out. */
  readonly payer?: Address;
  /** What `readProofBuffer` has found: an interrupted upload goes on where it stopped. */
  readonly standing?: ProofBuffer | null;
}

/** The instructions of one transaction, which have to stay in this order. */
export interface UploadTransaction {
  readonly step: 'create' | 'write';
  readonly instructions: Instruction[];
}

export interface BufferUpload {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** In the order of their steps. Those of step `write` do not depend on each other and can be sent at once. */
  readonly transactions: UploadTransaction[];
  /** Gives the rent back when the content has served. */
  readonly close: Instruction;
}

/**
 * The transactions that fill a buffer with `content`. What `standing` already has is left out; a buffer with another announcement
 * is closed and made again. Each fits the network's limit with a compute limit and a priority fee.
 */
export function bufferUpload(parameters: BufferUploadParameters, content: Uint8Array): BufferUpload {
  const { programs, owner, id, payer = owner, standing } = parameters;
  const { settlement } = programs;
  const digest = sha256(content);
  const buffer = bufferAddress(owner, id, settlement).address;
  const accounts = { owner, buffer };
  const close = bufferClose.build(settlement, accounts, {});
  const resumed =
    standing && standing.bytes.length === content.length && equalBytes(standing.sha256, digest) ? standing : null;

  const transactions: UploadTransaction[] = [];
  if (!resumed) {
    const args = { id, length: content.length, sha256: digest };
    const create = bufferCreate.build(settlement, { ...accounts, systemProgram: SYSTEM_PROGRAM_ID }, args);
    transactions.push({ step: 'create', instructions: standing ? [close, create] : [create] });
  }
  const room = chunkRoom(owner, payer, settlement);
  for (const chunk of bufferChunks(content, room, resumed?.bytes ?? new Uint8Array(content.length)))
    transactions.push({ step: 'write', instructions: [bufferWrite.build(settlement, accounts, { ...chunk })] });
  return { buffer, transactions, close };
}
