import { equalBytes } from '../../format/hash.js';
import { sha256 } from '../../format/sha256.js';
import type { ProofBuffer } from '../account/proofBuffer.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { bufferAddress } from '../address/settlement.js';
import type { Instruction } from '../instruction/instruction.js';
import type { ProgramIds } from '../programId.js';
import { bufferChunks, chunkRoom } from './bufferChunks.js';
import { bufferClose, bufferCreate, bufferWrite } from './instructions.js';

export interface BufferUploadParameters {
  readonly programs: ProgramIds;
  /** Creates, writes and closes the buffer, and signs each time. */
  readonly owner: Address;
  /** The id that the owner chooses for the buffer (u64). */
  readonly id: bigint;
  /** Pays for the transactions. Default: the owner. */
  readonly payer?: Address;
  /** The result of `readProofBuffer`, to resume an interrupted upload. */
  readonly standing?: ProofBuffer | null;
}

/** The instructions of one transaction, in this order. */
export interface UploadTransaction {
  readonly step: 'create' | 'write';
  readonly instructions: Instruction[];
}

export interface BufferUpload {
  /** Address of the buffer. */
  readonly buffer: Address;
  /** In the order of their steps. Those of step `write` are independent and can be sent together. */
  readonly transactions: UploadTransaction[];
  /** Closes the buffer after use. The owner gets the rent back. */
  readonly close: Instruction;
}

/**
 * The transactions that write `content` into a buffer. Chunks that `standing` already holds are left out; a buffer
 * announced with another length or hash is closed and created again. Each transaction fits the size limit with a
 * compute limit and a priority fee.
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
