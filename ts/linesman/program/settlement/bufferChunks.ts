import { equalBytes } from '../../format/index.js';
import { type Address, addressOf } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import { bufferWrite } from '../instruction/settlement/bufferWrite.js';
import { budgetInstructions } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import { TRANSACTION_LIMIT } from '../transaction/size.js';

/** The arguments of one `buffer_write`. */
export interface BufferChunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * How many bytes one transaction can write, with room for a compute limit and a priority fee. A payer other than the owner takes 96 for
 * address and signature.
 */
export function chunkRoom(owner: Address, payer: Address, settlement: Address): number {
  // Long enough that the length prefix of the data has the width it has at full length, too.
  const bytes = new Uint8Array(256);
  const write = bufferWrite.build(settlement, { owner, buffer: PLACEHOLDER }, { offset: 0, bytes });
  const { size } = compile(payer, [...budgetInstructions(1, 1n), write], ZERO_ADDRESS);
  return TRANSACTION_LIMIT - size + bytes.length;
}

// Any address that is none of the others: an account named twice would be counted once.
const PLACEHOLDER = addressOf(new Uint8Array(32).fill(0xbf));

/** What has to be written for `content`, in pieces of at most `room` bytes; without the pieces that `standing` already has. */
export function bufferChunks(content: Uint8Array, room: number, standing: Uint8Array): BufferChunk[] {
  const chunks: BufferChunk[] = [];
  for (let offset = 0; offset < content.length; offset += room) {
    const bytes = content.slice(offset, offset + room);
    if (!equalBytes(bytes, standing.subarray(offset, offset + room))) chunks.push({ offset, bytes });
  }
  return chunks;
}
