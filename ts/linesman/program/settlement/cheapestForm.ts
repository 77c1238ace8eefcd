import { fail, INVALID_COMPACT_FORM, isError, type LinesmanError, TRANSACTION_TOO_LARGE } from '../../error/index.js';
import { isZeroProof } from '../../proof/index.js';
import type { Address } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import type { Instruction } from '../instruction/instruction.js';
import { settle } from '../instruction/settlement/settle.js';
import { budgetInstructions, MOST_UNITS } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import type { LookupTable } from '../transaction/message.js';
import { TRANSACTION_LIMIT } from '../transaction/size.js';
import { MAX_BUFFER_LENGTH } from './bufferContent.js';
import { type SettleParameters, settleArgs, settleInstructions } from './settleInstructions.js';

/** Most bytes of a proof buffer's content. */
export const BUFFER_LIMIT = MAX_BUFFER_LENGTH;

export type SettleForm = 'v2' | 'v3' | 'v4' | 'compact' | 'buffer';

/** One way to settle, and whether it can be gone. */
export interface FormCandidate {
  readonly form: SettleForm;
  /** Whether accounts are looked up in a table. */
  readonly lookupTable: boolean;
  /** Of the whole transaction with its signatures, or of the buffer's content; `null` when the proof has no such form. */
  readonly bytes: number | null;
  readonly limit: number;
  readonly fits: boolean;
  /** A sentence: why it is taken, why not, or why it was not needed. */
  readonly reason: string;
}

interface Explained {
  /** Every way, in the order in which they are tried: the cheapest first. */
  readonly candidates: readonly FormCandidate[];
}

/** One transaction does it. */
export interface DirectForm extends Explained {
  readonly form: Exclude<SettleForm, 'buffer'>;
  readonly instructions: readonly Instruction[];
  /** Those offered that are used. */
  readonly lookupTables: readonly LookupTable[];
  readonly bytes: number;
}

/** No transaction holds the proof: it has to be written into a buffer first, and settled from there. */
export interface BufferedForm extends Explained {
  readonly form: 'buffer';
  /** How the proof is held: `bufferedSettleTransactions` takes it as its `form`. */
  readonly held: 'full' | 'compact';
  /** What the buffer has to hold: the arguments of `settle`, in the smallest form. */
  readonly content: Uint8Array;
}

export type FormChoice = DirectForm | BufferedForm;

export interface CheapestFormParameters extends Omit<SettleParameters, 'form'> {
  readonly payer: Address;
  /** Lookup tables that may be used. */
  readonly lookupTables?: readonly LookupTable[];
  /** Priority fee, as it will be given to `buildTransaction`: it takes 9 bytes and an instruction. Default 0. */
  readonly microLamportsPerUnit?: bigint;
}

/**
 * The way to settle that costs least. The compact form takes fewer compute units than the full one, except where one path is all there is to
 * follow (`hasOnePath`), and always fewer bytes; some proofs, signed ones, have the full form alone. Then the same with a lookup table, if the
 * caller has any, for each table is one more account to load; last a buffer, which takes several transactions and, while it stands, rent.
 *
 * Errors: those of `settleInstructions`; TRANSACTION_TOO_LARGE when not even a buffer holds it. Its context has the
 * candidates.
 */
export function cheapestForm(parameters: CheapestFormParameters): FormChoice {
  const { payer, lookupTables = [], microLamportsPerUnit = 0n } = parameters;
  const candidates: FormCandidate[] = [];
  let chosen: Omit<DirectForm, 'candidates'> | undefined;
  const full = `v${parameters.proof.version === 1 ? 2 : parameters.proof.version}` as 'v2' | 'v3' | 'v4';
  const refused = compactRefusal(parameters);
  const forms = hasOnePath(parameters) ? ([full, 'compact'] as const) : (['compact', full] as const);

  for (const lookupTable of lookupTables.length > 0 ? [false, true] : [false]) {
    for (const form of forms) {
      const limit = TRANSACTION_LIMIT;
      if (form === 'compact' && refused) {
        candidates.push({ form, lookupTable, bytes: null, limit, fits: false, reason: refused.message });
        continue;
      }
      const instructions = settleInstructions({ ...parameters, form: form === 'compact' ? 'compact' : 'full' });
      const { size, tables } = compile(
        payer,
        [...budgetInstructions(MOST_UNITS, microLamportsPerUnit), ...instructions],
        // Any 32 bytes in Base58 will do for a size.
        ZERO_ADDRESS,
        lookupTable ? lookupTables : [],
      );
      const fits = size <= limit;
      const isNew = chosen === undefined && fits;
      const reason = isNew ? takenFor(lookupTable) : reasonFor(size, fits, chosen, { form, lookupTable });
      candidates.push({ form, lookupTable, bytes: size, limit, fits, reason });
      if (isNew) chosen = { form, instructions, lookupTables: tables, bytes: size };
    }
  }

  const held = refused ? 'full' : 'compact';
  const content = settle.encode(settleArgs({ ...parameters, form: held })).subarray(8);
  const fits = content.length <= BUFFER_LIMIT;
  candidates.push({
    form: 'buffer',
    lookupTable: false,
    bytes: content.length,
    limit: BUFFER_LIMIT,
    fits,
    reason: chosen
      ? 'Not needed: it takes several transactions, and rent until the buffer is closed.'
      : fits
        ? 'Taken: no single transaction holds the proof.'
        : tooMuch(content.length, BUFFER_LIMIT),
  });
  if (chosen) return { ...chosen, candidates };
  if (fits) return { form: 'buffer', held, content, candidates };
  return fail(TRANSACTION_TOO_LARGE, { candidates });
}

const takenFor = (lookupTable: boolean): string =>
  `Taken: the fewest compute units${lookupTable ? '; without a lookup table nothing fits' : ' of what fits'}.`;

function reasonFor(
  bytes: number,
  fits: boolean,
  chosen: Pick<DirectForm, 'form'> | undefined,
  { form, lookupTable }: Pick<FormCandidate, 'form' | 'lookupTable'>,
): string {
  if (!fits) return tooMuch(bytes, TRANSACTION_LIMIT);
  const costs = [
    ...(chosen && chosen.form !== form ? [`more compute units than ${chosen.form}`] : []),
    ...(lookupTable ? ['a lookup table to load'] : []),
  ];
  return `Fits, but costs ${costs.join(' and ')}.`;
}

/**
 * Whether following one path costs less than folding a multiproof, as the compact form does: a version 1 or 2 proof with one present stat and at
 * most one that is zero. A test measures it.
 */
function hasOnePath({ proof, witness }: CheapestFormParameters): boolean {
  if (proof.version > 2 || witness || proof.leaves.length > 2) return false;
  return proof.leaves.filter(({ statProof }) => !isZeroProof(statProof)).length === 1;
}

const tooMuch = (bytes: number, limit: number): string => `${bytes - limit} bytes more than the ${limit} that fit.`;

/** Why the proof has no compact form, if it has none. */
function compactRefusal(parameters: CheapestFormParameters): LinesmanError | null {
  try {
    settleArgs({ ...parameters, form: 'compact' });
    return null;
  } catch (error) {
    if (isError(error, INVALID_COMPACT_FORM)) return error;
    throw error;
  }
}
