import { TRANSACTION_TOO_LARGE } from '../../error/codes/library.js';
import { INVALID_COMPACT_FORM } from '../../error/codes/verifier.js';
import { fail, isError, type LinesmanError } from '../../error/linesmanError.js';
import { isZeroProof } from '../../proof/zeroProof.js';
import type { Address } from '../address/address.js';
import type { Instruction } from '../instruction/instruction.js';
import { draftFor, type TransactionVersion } from '../transaction/compileFor.js';
import type { LookupTable } from '../transaction/message.js';
import { limitOf } from '../transaction/size.js';
import { MAX_BUFFER_LENGTH } from './bufferContent.js';
import { settle } from './instructions.js';
import { type SettleParameters, settleArgs, settleInstructions } from './settleInstructions.js';

export type SettleForm = 'v2' | 'v3' | 'v4' | 'compact' | 'buffer';

/** One way to settle, and whether it is possible. */
export interface FormCandidate {
  readonly form: SettleForm;
  /** Whether it uses lookup tables. */
  readonly lookupTable: boolean;
  /**
   * Size of the transaction with its signatures, or of the buffer's content; `null` when the proof has no such form.
   */
  readonly bytes: number | null;
  readonly limit: number;
  readonly fits: boolean;
  /** A sentence: why it was chosen, is impossible, or was not needed. */
  readonly reason: string;
}

interface Explained {
  /** Every way that was considered, cheapest first. */
  readonly candidates: readonly FormCandidate[];
}

/** The proof fits one transaction. */
export interface DirectForm extends Explained {
  readonly form: Exclude<SettleForm, 'buffer'>;
  readonly instructions: readonly Instruction[];
  /** The lookup tables that the transaction uses. */
  readonly lookupTables: readonly LookupTable[];
  readonly bytes: number;
}

/** The proof fits no transaction: write it into a buffer and settle from there. */
export interface BufferedForm extends Explained {
  readonly form: 'buffer';
  /** The form of the proof in the buffer: the `form` to pass to `bufferedSettleTransactions`. */
  readonly held: 'full' | 'compact';
  /** The content of the buffer: the arguments of `settle` in their smallest form. */
  readonly content: Uint8Array;
}

export type FormChoice = DirectForm | BufferedForm;

export interface CheapestFormParameters extends Omit<SettleParameters, 'form'> {
  readonly payer: Address;
  /** The version of the transaction: 1 where the chain and the signer take it. Default 0. */
  readonly version?: TransactionVersion;
  /** Lookup tables that may be used. Version 1 has none. */
  readonly lookupTables?: readonly LookupTable[];
  /** The priority fee that will be given to `buildTransaction`; setting one costs bytes. Default 0. */
  readonly microLamportsPerUnit?: bigint;
}

/**
 * Chooses the cheapest way to settle a market with a proof. It tries, in this order:
 *
 * - The compact and the full form in one transaction, fewer compute units first (`costsLessInFull`). The compact form
 *   always takes fewer bytes, but some proofs, e.g. signed ones, do not have it.
 * - The same with lookup tables, if any are given: each is one more account to load. Not with version 1, because its
 *   4,096 bytes hold as much as the 1,232 bytes of version 0 with tables.
 * - A buffer, which takes several transactions and locks up rent until it is closed.
 *
 * Errors: those of `settleInstructions`; TRANSACTION_TOO_LARGE, with the candidates, when not even a buffer can hold
 * the proof.
 *
 * @example
 * ```ts
 * import { bufferedSettleTransactions, type CheapestFormParameters, cheapestForm } from '@linesman/sdk/program';
 *
 * declare const parameters: CheapestFormParameters;
 * const choice = cheapestForm(parameters);
 * const owner = parameters.payer;
 * const transactions =
 *   choice.form === 'buffer'
 *     ? bufferedSettleTransactions({ ...parameters, form: choice.held, owner, id: 1n }).transactions
 *     : [{ step: 'settle', instructions: choice.instructions }];
 * ```
 */
export function cheapestForm(parameters: CheapestFormParameters): FormChoice {
  const { payer, version = 0, lookupTables = [], microLamportsPerUnit = 0n } = parameters;
  const candidates: FormCandidate[] = [];
  let chosen: Omit<DirectForm, 'candidates'> | undefined;
  const full = `v${parameters.proof.version === 1 ? 2 : parameters.proof.version}` as 'v2' | 'v3' | 'v4';
  const refused = compactRefusal(parameters);
  const forms = costsLessInFull(parameters) ? ([full, 'compact'] as const) : (['compact', full] as const);

  const limit = limitOf(version);
  for (const lookupTable of version === 0 && lookupTables.length > 0 ? [false, true] : [false]) {
    for (const form of forms) {
      if (form === 'compact' && refused) {
        candidates.push({ form, lookupTable, bytes: null, limit, fits: false, reason: refused.message });
        continue;
      }
      const instructions = settleInstructions({ ...parameters, form: form === 'compact' ? 'compact' : 'full' });
      const offered = lookupTable ? lookupTables : [];
      const { size, tables } = draftFor(version, payer, instructions, microLamportsPerUnit, offered);
      const fits = size <= limit;
      const isNew = chosen === undefined && fits;
      const reason = isNew ? takenFor(lookupTable) : reasonFor(size, limit, chosen, { form, lookupTable });
      candidates.push({ form, lookupTable, bytes: size, limit, fits, reason });
      if (isNew) chosen = { form, instructions, lookupTables: tables, bytes: size };
    }
  }

  const held = refused ? 'full' : 'compact';
  const content = settle.encode(settleArgs({ ...parameters, form: held })).subarray(8);
  const fits = content.length <= MAX_BUFFER_LENGTH;
  candidates.push({
    form: 'buffer',
    lookupTable: false,
    bytes: content.length,
    limit: MAX_BUFFER_LENGTH,
    fits,
    reason: chosen
      ? 'Not needed: it takes several transactions, and rent until the buffer is closed.'
      : fits
        ? 'Taken: no single transaction holds the proof.'
        : tooMuch(content.length, MAX_BUFFER_LENGTH),
  });
  if (chosen) return { ...chosen, candidates };
  if (fits) return { form: 'buffer', held, content, candidates };
  return fail(TRANSACTION_TOO_LARGE, { candidates });
}

const takenFor = (lookupTable: boolean): string =>
  `Taken: the fewest compute units${lookupTable ? '; without a lookup table nothing fits' : ' of what fits'}.`;

function reasonFor(
  bytes: number,
  limit: number,
  chosen: Pick<DirectForm, 'form'> | undefined,
  { form, lookupTable }: Pick<FormCandidate, 'form' | 'lookupTable'>,
): string {
  if (bytes > limit) return tooMuch(bytes, limit);
  const costs = [
    ...(chosen && chosen.form !== form ? [`more compute units than ${chosen.form}`] : []),
    ...(lookupTable ? ['a lookup table to load'] : []),
  ];
  return `Fits, but costs ${costs.join(' and ')}.`;
}

/**
 * Whether the full form costs fewer compute units than the compact one. The compact form computes values that the full
 * form contains, but shares the zero map among zero stats and one multiproof among present ones. A test measures it.
 */
function costsLessInFull({ proof, witness }: CheapestFormParameters): boolean {
  if (witness) return false;
  const zeros = proof.leaves.filter(({ statProof }) => isZeroProof(statProof)).length;
  const present = proof.leaves.length - zeros;
  // Versions 1 and 2 follow a path for each present stat.
  if (proof.version <= 2) return present === 1 && zeros <= 2;
  return proof.version === 3 && zeros <= 1;
}

const tooMuch = (bytes: number, limit: number): string => `${bytes - limit} bytes more than the ${limit} that fit.`;

/** The reason why the proof has no compact form; `null` when it has one. */
function compactRefusal(parameters: CheapestFormParameters): LinesmanError | null {
  try {
    settleArgs({ ...parameters, form: 'compact' });
    return null;
  } catch (error) {
    if (isError(error, INVALID_COMPACT_FORM)) return error;
    throw error;
  }
}
