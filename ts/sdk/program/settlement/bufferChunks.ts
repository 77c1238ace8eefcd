import { equalBytes } from '../../format/hash.js';
import { type Address, addressOf } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import { budgetInstructions } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import { TRANSACTION_LIMIT } from '../transaction/size.js';
import { bufferWrite } from './instructions.js';

/** The arguments of one `buffer_write`. */
export interface BufferChunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * How many bytes one `buffer_write` transaction can carry, with room for a compute limit and a priority fee. A payer
 * other than the owner costs 96 of them: an address and a signature.
 *
 * @example
 * ```ts
 * import { chunkRoom, KeyPair, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 *
 * const owner = KeyPair.generate().address;
 * const room = chunkRoom(owner, owner, LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export function chunkRoom(owner: Address, payer: Address, settlement: Address): number {
  // A chunk that is long enough for the length prefix to have its final width.
  const bytes = new Uint8Array(256);
  const write = bufferWrite.build(settlement, { owner, buffer: PLACEHOLDER }, { offset: 0, bytes });
  const { size } = compile(payer, [...budgetInstructions(1, 1n), write], ZERO_ADDRESS);
  return TRANSACTION_LIMIT - size + bytes.length;
}

// It differs from every other account, because a repeated account would count only once.
const PLACEHOLDER = addressOf(new Uint8Array(32).fill(0xbf));

/**
 * Splits `content` into chunks of at most `room` bytes, leaving out those that the buffer already holds.
 *
 * @param standing The current bytes of the buffer; zeros for a new one.
 *
 * @example
 * ```ts
 * import { bufferChunks } from '@linesman/sdk/program';
 *
 * const content = new Uint8Array(2_000).fill(1);
 * const chunks = bufferChunks(content, 900, new Uint8Array(content.length));
 * chunks.map(({ offset }) => offset); // [0, 900, 1800]
 * ```
 */
export function bufferChunks(content: Uint8Array, room: number, standing: Uint8Array): BufferChunk[] {
  const chunks: BufferChunk[] = [];
  for (let offset = 0; offset < content.length; offset += room) {
    const bytes = content.slice(offset, offset + room);
    if (!equalBytes(bytes, standing.subarray(offset, offset + room))) chunks.push({ offset, bytes });
  }
  return chunks;
}
