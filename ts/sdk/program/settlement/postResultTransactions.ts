import { INVALID_COMPACT_FORM } from '../../error/codes/verifier.js';
import { isError } from '../../error/linesmanError.js';
import type { ArgsOf } from '../instruction/define.js';
import type { Instruction } from '../instruction/instruction.js';
import { draftFor, type TransactionVersion } from '../transaction/compileFor.js';
import { resultBufferContent } from './bufferContent.js';
import { type BufferUploadParameters, bufferUpload, type UploadTransaction } from './bufferUpload.js';
import { postResult, postResultFromBuffer } from './instructions.js';
import {
  type PostResultParameters,
  postResultAccounts,
  postResultArgs,
  type ResultPostParameters,
} from './postResultInstruction.js';
import { withAttestation } from './withProof.js';

export interface PostResultTransactionsParameters extends Omit<PostResultParameters, 'form'> {
  /** The id of the payer's buffer (u64), where one is needed. */
  readonly bufferId: bigint;
  /** The result of `readProofBuffer`, to resume an interrupted upload. */
  readonly standing?: BufferUploadParameters['standing'];
  /** The version of the transactions: 1 where the chain and the signer take it. Default 0. */
  readonly version?: TransactionVersion;
  /** The priority fee that will be given to `buildTransaction`; setting one costs bytes. Default 0. */
  readonly microLamportsPerUnit?: bigint;
}

/** The instructions of one transaction, in this order. */
export interface PostResultTransaction {
  readonly step: UploadTransaction['step'] | 'post' | 'close';
  readonly instructions: readonly Instruction[];
}

export interface PostResultTransactions {
  /** How the proof is sent. */
  readonly form: 'compact' | 'full' | 'buffer';
  /** Length of the buffer's content; `null` without a buffer. */
  readonly held: number | null;
  /**
   * In the order of their steps: one, `post`, unless the form is `buffer`. Those of step `write` are independent and
   * can be sent together. The payer signs all of them.
   */
  readonly transactions: readonly PostResultTransaction[];
}

/**
 * The transactions that post a proof to the result of its match: a single transaction with the compact form, which
 * takes the fewest bytes, or with the full form for the few proofs without a compact form. If neither fits, the proof
 * goes through a buffer: create, write, post, close.
 *
 * Errors: those of `postResultInstruction`, except INVALID_COMPACT_FORM; INVALID_BUFFER for more than 10,000 bytes.
 *
 * @example
 * ```ts
 * import {
 *   type Chain,
 *   type PostResultTransactionsParameters,
 *   postResultTransactions,
 *   readProofBuffer,
 * } from '@linesman/sdk/program';
 *
 * declare const chain: Chain;
 * declare const parameters: PostResultTransactionsParameters;
 * const { programs, payer, bufferId } = parameters;
 * const standing = await readProofBuffer(chain, programs, payer, bufferId); // resumes an interrupted upload
 * const { form, transactions } = postResultTransactions({ ...parameters, standing });
 * ```
 */
export function postResultTransactions(parameters: PostResultTransactionsParameters): PostResultTransactions {
  const { programs, payer, subject, proof, bufferId } = parameters;
  const { standing = null, version = 0, microLamportsPerUnit = 0n } = parameters;
  const { form, args } = shortestArgs(parameters);
  const accounts = postResultAccounts(parameters);
  const instruction = withAttestation(postResult.build(programs.settlement, accounts, args), subject, proof);
  const { size, limit } = draftFor(version, payer, [instruction], microLamportsPerUnit);
  if (size <= limit) return { form, held: null, transactions: [{ step: 'post', instructions: [instruction] }] };
  const upload = { programs, owner: payer, id: bufferId, standing };
  const content = resultBufferContent(args);
  const { buffer, transactions, close } = bufferUpload(upload, content);
  const { proof: _, witness: __, ...about } = args;
  const posting = postResultFromBuffer.build(programs.settlement, { ...accounts, buffer }, about);
  return {
    form: 'buffer',
    held: content.length,
    transactions: [
      ...transactions,
      { step: 'post', instructions: [withAttestation(posting, subject, proof)] },
      { step: 'close', instructions: [close] },
    ],
  };
}

/** The arguments in the compact form, or in the full one for a proof without a compact form. */
function shortestArgs(what: ResultPostParameters): {
  readonly form: 'compact' | 'full';
  readonly args: ArgsOf<typeof postResult>;
} {
  try {
    return { form: 'compact', args: postResultArgs({ ...what, form: 'compact' }) };
  } catch (error) {
    if (!isError(error, INVALID_COMPACT_FORM)) throw error;
    return { form: 'full', args: postResultArgs({ ...what, form: 'full' }) };
  }
}
