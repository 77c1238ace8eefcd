import { LOGS_NOT_HAD } from '../logsNotHad.js';
import { clipped, quoted } from '../quoted.js';
import { type ErrorText, problems } from './text.js';

/** A transaction, or every form of a settlement, is too large. */
export type SizeFault =
  | {
      readonly candidates?: never;
      readonly size: number;
      readonly limit: number;
      /** Bytes of the data of each instruction. */
      readonly data: readonly { readonly instruction: string; readonly bytes: number }[];
    }
  | { readonly candidates: readonly FormSize[] };

/** A form in which a proof could be sent. */
export interface FormSize {
  readonly form: string;
  /** Whether accounts are looked up in a table. */
  readonly lookupTable: boolean;
  /** `null` where the proof has no such form. */
  readonly bytes: number | null;
  readonly limit: number;
  readonly fits: boolean;
  /** A sentence: why the form was chosen or rejected. */
  readonly reason: string;
}

export function sizeText(context: SizeFault): ErrorText {
  if (context.candidates !== undefined) {
    const sizes = context.candidates.map(({ form, bytes }) => `${form} ${bytes ?? 'none'}`).join(', ');
    return { sentence: `No encoding of the proof fits: ${sizes} bytes.`, hint: 'Prove fewer stats at once.' };
  }
  const { size, limit, data } = context;
  const [first] = data;
  const largest = first && data.reduce((a, b) => (b.bytes > a.bytes ? b : a), first);
  return {
    sentence:
      `The transaction has ${size} bytes, ${size - limit} more than the ${limit} that fit` +
      `${largest ? `; the data of ${largest.instruction} alone has ${largest.bytes}` : ''}.`,
    hint: 'Prove fewer stats at once, use a multiproof (v3), or use a lookup table for the accounts.',
  };
}

/** A transaction that fails or would fail. `error`: the message of the node. */
interface FailedTransaction {
  readonly error: unknown;
  readonly logs: readonly string[];
}

interface FailedSimulation extends FailedTransaction {
  /** Whether the node may answer otherwise a second later. */
  readonly isPassing?: boolean;
  readonly size?: number;
  readonly unitsConsumed: number;
}

/** A transaction that fails or would fail, with no reason in its log. */
export const transactionText = problems({
  simulation: (context: FailedSimulation) => ({
    sentence: `The simulation fails: ${nodeWords(context.error)}.`,
    ...(context.isPassing && {
      hint: 'Check the payer, and try again in a moment or with another node: this one may lag behind the cluster.',
    }),
  }),
  /** Reported by the chain in the process, without a signature. */
  processing: (context: FailedTransaction) => `The transaction fails: ${nodeWords(context.error)}.`,
  'no units': 'The simulation does not say how many compute units it used.',
  /** `logs`: `null` when the node does not have them. */
  transaction: (
    context: { readonly signature: string; readonly error: unknown } & {
      readonly logs: readonly string[] | null;
    },
  ) => {
    const sentence = `Transaction ${clipped(context.signature)} failed: ${quoted(context.error)}`;
    if (context.logs !== null) return `${sentence}.`;
    return {
      sentence: `${sentence}; ${LOGS_NOT_HAD}.`,
      hint: 'Look up the transaction on a node with transaction history.',
    };
  },
});

const nodeWords = (error: unknown): string => (typeof error === 'string' ? clipped(error) : quoted(error));

const NOT_SIGNED = 'The transaction of the quote is not signed';

/** How the transaction of a quote differs from the purchase. */
export const purchaseText = problems({
  'no Base64': `${NOT_SIGNED}: it is not Base64.`,
  'address table': `${NOT_SIGNED}: it uses an address lookup table.`,
  undecodable: `${NOT_SIGNED}: its bytes do not decode.`,
  'foreign token account': `${NOT_SIGNED}: it creates a token account that does not belong to the buyer.`,
  'durable nonce': `${NOT_SIGNED}: it uses a durable nonce, so it never expires.`,
  'unknown budget': `${NOT_SIGNED}: it has an unknown compute budget instruction.`,
  'other payer': `${NOT_SIGNED}: its fee is paid by {payer:text}, not by {buyer:text}.`,
  'other signers': ({ signers, admin }: { readonly signers: readonly string[]; readonly admin: string }) =>
    `${NOT_SIGNED}: besides the buyer, it is signed by ${clipped(signers.join(', ')) || 'nobody'}, not by ${admin}.`,
  signature: `${NOT_SIGNED}: the signature of {admin:text} does not verify.`,
  'number of purchases': `${NOT_SIGNED}: it has {count} instructions of the oracle program {oracle:text}.`,
  'other purchase': ({ tokens, buyer }: { readonly tokens: bigint; readonly buyer: string }) =>
    `${NOT_SIGNED}: its instruction of the oracle program is not the purchase of ${tokens} service tokens by ${buyer}.`,
  'other program': `${NOT_SIGNED}: it calls the program {program:text}.`,
  'names the buyer': ({ program }: { readonly program: string }) =>
    `${NOT_SIGNED}: besides the purchase, it has an instruction of ${program} that includes the buyer.`,
  fee: `${NOT_SIGNED}: it pays up to {fee:bigint} lamports to the network, more than {maxFee:bigint}.`,
});
