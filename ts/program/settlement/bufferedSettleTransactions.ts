import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { equalBytes, sha256 } from '../../format/index.js';
import type { ProofBuffer } from '../account/proofBuffer.js';
import { bufferAddress } from '../address/settlement.js';
import { bufferClose } from '../instruction/settlement/bufferClose.js';
import { bufferCreate } from '../instruction/settlement/bufferCreate.js';
import { bufferWrite } from '../instruction/settlement/bufferWrite.js';
import { settle } from '../instruction/settlement/settle.js';
import { settleFromBuffer } from '../instruction/settlement/settleFromBuffer.js';
import { bufferChunks, chunkRoom } from './bufferChunks.js';
import { bufferContent } from './bufferContent.js';
import { type SettleParameters, settleArgs } from './settleInstructions.js';
import { withProof } from './withProof.js';

export interface BufferedSettleParameters extends SettleParameters {
  /** Makes, writes and closes the buffer, and signs for it. */
  readonly owner: PublicKey;
  /** The owner's number for the buffer (u64). */
  readonly id: bigint;
  /** Who pays for the transactions; the owner when left out. */
  readonly payer?: PublicKey;
  /** What `readProofBuffer` has found: an interrupted upload goes on where it stopped. */
  readonly standing?: ProofBuffer | null;
}

/** The instructions of one transaction, which have to stay in this order. */
export interface BufferedTransaction {
  readonly step: 'create' | 'write' | 'settle' | 'close';
  readonly instructions: TransactionInstruction[];
}

export interface BufferedSettle {
  /** Address of the buffer. */
  readonly buffer: PublicKey;
  /** What it will hold. */
  readonly content: Uint8Array;
  /**
   * In the order of their steps. Those of step `write` do not depend on each other and can be sent at once; each fits the network's
   * limit with a compute limit and a priority fee. All need the owner's signature, but `settle`.
   */
  readonly transactions: BufferedTransaction[];
}

/**
 * The transactions that settle a market with a proof of any size up to 10,000 bytes: create the buffer, write, settle, close. What
 * `standing` already has is left out; a buffer with another announcement is closed and made again.
 *
 * Errors: 6242 the proof is longer; 6207 a v4 proof for a market without a signer; 6027 a time that has no roots account;
 * 6103 a proof that has no compact form.
 */
export function bufferedSettleTransactions(parameters: BufferedSettleParameters): BufferedSettle {
  const { programs, owner, id, payer = owner, standing } = parameters;
  const { settlement } = programs;
  const content = bufferContent(settle.encode(settleArgs(parameters)));
  const digest = sha256(content);
  const buffer = bufferAddress(owner, id, settlement).address;
  const accounts = { owner, buffer };
  const close = bufferClose.build(settlement, accounts, {});
  const resumed =
    standing && standing.bytes.length === content.length && equalBytes(standing.sha256, digest) ? standing : null;

  const transactions: BufferedTransaction[] = [];
  if (!resumed) {
    const args = { id, length: content.length, sha256: digest };
    const create = bufferCreate.build(settlement, { ...accounts, systemProgram: SystemProgram.programId }, args);
    transactions.push({ step: 'create', instructions: standing ? [close, create] : [create] });
  }
  const room = chunkRoom(owner, payer, settlement);
  for (const chunk of bufferChunks(content, room, resumed?.bytes ?? new Uint8Array(content.length)))
    transactions.push({ step: 'write', instructions: [bufferWrite.build(settlement, accounts, { ...chunk })] });
  const settling = withProof(parameters, (named) => settleFromBuffer.build(settlement, { ...named, buffer }, {}));
  transactions.push({ step: 'settle', instructions: settling }, { step: 'close', instructions: [close] });
  return { buffer, content, transactions };
}
