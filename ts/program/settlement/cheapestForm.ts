import { type AddressLookupTableAccount, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { LinesmanError } from '../../error/index.js';
import { settle } from '../instruction/settlement/settle.js';
import { budgetInstructions, MOST_UNITS } from '../transaction/budget.js';
import { compile } from '../transaction/compile.js';
import { TRANSACTION_LIMIT } from '../transaction/size.js';
import { type SettleParameters, settleArgs, settleInstructions } from './settleInstructions.js';

/** Most bytes of a proof buffer's content. */
export const BUFFER_LIMIT = 10_000;

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
  /** Every way, in the order in which they are tried: the forms of the oracle's own interface first, a buffer last. */
  readonly candidates: readonly FormCandidate[];
}

/** One transaction does it. */
export interface DirectForm extends Explained {
  readonly form: Exclude<SettleForm, 'buffer'>;
  readonly instructions: readonly TransactionInstruction[];
  /** Those offered that are used. */
  readonly lookupTables: readonly AddressLookupTableAccount[];
  readonly bytes: number;
}

/** No transaction holds the proof: it has to be written into a buffer first, and settled from there. */
export interface BufferedForm extends Explained {
  readonly form: 'buffer';
  /** What the buffer has to hold: the arguments of `settle`, in the smallest form. */
  readonly content: Uint8Array;
}

export type FormChoice = DirectForm | BufferedForm;

export interface CheapestFormParameters extends Omit<SettleParameters, 'form'> {
  readonly payer: PublicKey;
  /** Lookup tables that may be used. */
  readonly lookupTables?: readonly AddressLookupTableAccount[];
  /** Priority fee, as it will be given to `buildTransaction`: it takes 9 bytes and an instruction. Default 0. */
  readonly microLamportsPerUnit?: bigint;
}

/**
 * The way to settle with a proof in the least transactions and accounts: the full form in one transaction, else the compact one, each without a lookup table and, if
 * the caller has any, with one; else a buffer.
 *
 * Errors: those of `settleInstructions`; 7008 when not even a buffer holds it. Its context has the candidates.
 */
export function cheapestForm(parameters: CheapestFormParameters): FormChoice {
  const { payer, lookupTables = [], microLamportsPerUnit = 0n } = parameters;
  const candidates: FormCandidate[] = [];
  let chosen: Omit<DirectForm, 'candidates'> | undefined;
  const full = `v${parameters.proof.version === 1 ? 2 : parameters.proof.version}` as 'v2' | 'v3' | 'v4';
  const refused = compactRefusal(parameters);

  for (const form of [full, 'compact'] as const) {
    for (const lookupTable of lookupTables.length > 0 ? [false, true] : [false]) {
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
        PublicKey.default.toBase58(),
        lookupTable ? lookupTables : [],
      );
      const fits = size <= limit;
      const isNew = chosen === undefined && fits;
      candidates.push({ form, lookupTable, bytes: size, limit, fits, reason: reasonFor(size, fits, isNew) });
      if (isNew) chosen = { form, instructions, lookupTables: tables, bytes: size };
    }
  }

  const content = settle.encode(settleArgs({ ...parameters, form: refused ? 'full' : 'compact' })).subarray(8);
  const held = content.length <= BUFFER_LIMIT;
  candidates.push({
    form: 'buffer',
    lookupTable: false,
    bytes: content.length,
    limit: BUFFER_LIMIT,
    fits: held,
    reason: chosen
      ? 'Not needed: it takes several transactions, and rent until the buffer is closed.'
      : reasonFor(content.length, held, held, BUFFER_LIMIT),
  });
  if (chosen) return { ...chosen, candidates };
  if (held) return { form: 'buffer', content, candidates };
  throw new LinesmanError(7008, {
    message: `No form of the proof fits: ${candidates.map(({ form, bytes }) => `${form} ${bytes ?? 'none'}`).join(', ')} bytes.`,
    hint: 'Prove fewer stats at once.',
    candidates,
  });
}

function reasonFor(bytes: number, fits: boolean, isChosen: boolean, limit = TRANSACTION_LIMIT): string {
  if (!fits) return `${bytes - limit} bytes more than the ${limit} that fit.`;
  return isChosen ? 'Taken: the first that fits.' : 'Fits, and comes after the one taken.';
}

/** Why the proof has no compact form, if it has none. */
function compactRefusal(parameters: CheapestFormParameters): LinesmanError | null {
  try {
    settleArgs({ ...parameters, form: 'compact' });
    return null;
  } catch (error) {
    if (error instanceof LinesmanError && error.number === 6103) return error;
    throw error;
  }
}
