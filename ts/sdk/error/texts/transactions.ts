import { LOGS_NOT_HAD } from '../logsNotHad.js';
import { clipped, quoted } from '../quoted.js';
import type { ErrorText } from './text.js';

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
    return { sentence: `No form of the proof fits: ${sizes} bytes.`, hint: 'Prove fewer stats at once.' };
  }
  const { size, limit, data } = context;
  const [first] = data;
  const largest = first && data.reduce((a, b) => (b.bytes > a.bytes ? b : a), first);
  return {
    sentence:
      `The transaction has ${size} bytes, ${size - limit} more than the ${limit} that fit` +
      `${largest ? `; the data of ${largest.instruction} alone has ${largest.bytes}` : ''}.`,
    hint: 'Prove fewer stats at once, use the multiproof form (v3), or use a lookup table for the accounts.',
  };
}

/** A transaction that fails or would fail, with no reason in its log. `error`: the message of the node. */
export type TransactionFault =
  | {
      readonly problem: 'simulation';
      readonly error: unknown;
      readonly logs: readonly string[];
      /** Whether the node may answer otherwise a second later. */
      readonly isPassing?: boolean;
      readonly size?: number;
      readonly unitsConsumed: number;
    }
  | { readonly problem: 'no units' }
  | {
      /** Reported by the chain in the process, without a signature. */
      readonly problem: 'processing';
      readonly error: unknown;
      readonly logs: readonly string[];
    }
  | {
      readonly problem: 'transaction';
      readonly signature: string;
      readonly error: unknown;
      /** `null` when the node does not have them. */
      readonly logs: readonly string[] | null;
    };

export function transactionText(context: TransactionFault): string | ErrorText {
  switch (context.problem) {
    case 'simulation':
      return {
        sentence: `The simulation fails: ${nodeWords(context.error)}.`,
        ...(context.isPassing && {
          hint: 'Try again in a moment, or at another node, as this one may lag behind the cluster; check the payer.',
        }),
      };
    case 'processing':
      return `The transaction fails: ${nodeWords(context.error)}.`;
    case 'no units':
      return 'The simulation does not say how many compute units it used.';
    case 'transaction': {
      const sentence = `Transaction ${clipped(context.signature)} failed: ${quoted(context.error)}`;
      if (context.logs !== null) return `${sentence}.`;
      return {
        sentence: `${sentence}; ${LOGS_NOT_HAD}.`,
        hint: 'Look the transaction up at a node with transaction history.',
      };
    }
  }
}

const nodeWords = (error: unknown): string => (typeof error === 'string' ? clipped(error) : quoted(error));

/** How the transaction of a quote differs from the purchase. */
export type PurchaseFault =
  | {
      readonly problem:
        | 'no Base64'
        | 'address table'
        | 'undecodable'
        | 'foreign token account'
        | 'durable nonce'
        | 'unknown budget';
    }
  | { readonly problem: 'other payer'; readonly payer: string; readonly buyer: string }
  | { readonly problem: 'other signers'; readonly signers: readonly string[]; readonly admin: string }
  | { readonly problem: 'signature'; readonly admin: string }
  | { readonly problem: 'number of purchases'; readonly count: number; readonly oracle: string }
  | { readonly problem: 'other purchase'; readonly tokens: bigint; readonly buyer: string }
  | { readonly problem: 'other program' | 'names the buyer'; readonly program: string }
  | { readonly problem: 'fee'; readonly fee: bigint; readonly maxFee: bigint };

export const purchaseText = (context: PurchaseFault): string =>
  `The transaction of the quote is not signed: ${purchaseReason(context)}.`;

function purchaseReason(context: PurchaseFault): string {
  switch (context.problem) {
    case 'no Base64':
      return 'it is not Base64';
    case 'address table':
      return 'it uses an address lookup table';
    case 'undecodable':
      return 'its bytes do not decode';
    case 'foreign token account':
      return 'it creates a token account that does not belong to the buyer';
    case 'durable nonce':
      return 'it uses a durable nonce, so it never expires';
    case 'unknown budget':
      return 'it has an unknown compute budget instruction';
    case 'other payer':
      return `its fee is paid by ${context.payer}, not by ${context.buyer}`;
    case 'other signers':
      return (
        `besides the buyer, it is signed by ${clipped(context.signers.join(', ')) || 'nobody'}, not by ` +
        `${context.admin}`
      );
    case 'signature':
      return `the signature of ${context.admin} does not verify`;
    case 'number of purchases':
      return `it has ${context.count} instructions of the oracle program ${context.oracle}`;
    case 'other purchase':
      return (
        `its instruction of the oracle program is not the purchase of ${context.tokens} service tokens ` +
        `by ${context.buyer}`
      );
    case 'other program':
      return `it calls the program ${context.program}`;
    case 'names the buyer':
      return `besides the purchase, it has an instruction of ${context.program} that names the buyer`;
    case 'fee':
      return `it pays up to ${context.fee} lamports to the network, more than ${context.maxFee}`;
  }
}
