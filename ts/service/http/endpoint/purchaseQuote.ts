import { bytesFromText } from 'linesman/proof';
import { type BodyReader, defineEndpoint, json } from '../endpoint.js';
import { type Fault, fault, shown } from '../fault.js';

interface QuoteBody {
  readonly buyer: string;
  readonly serviceAmount: number;
}

const AMOUNT = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

const BODY: BodyReader<QuoteBody> = {
  schema: {
    title: 'QuoteRequest',
    type: 'object',
    required: ['buyerPubkey'],
    // If both names are given, the amounts must be equal.
    anyOf: [{ required: ['serviceAmount'] }, { required: ['txlineAmount'] }],
    properties: {
      buyerPubkey: {
        type: 'string',
        pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
        description: 'Base58 address of the wallet.',
      },
      serviceAmount: { ...AMOUNT, description: 'Whole service tokens.' },
      txlineAmount: {
        ...AMOUNT,
        deprecated: true,
        description: 'Former name of serviceAmount. Send either of the two; if both, they must be equal.',
      },
    },
    examples: [{ buyerPubkey: '11111111111111111111111111111111', serviceAmount: 125000 }],
  },
  read: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { wrong: [fault('body', 'a JSON object', shown(value))] };
    const { buyerPubkey, serviceAmount, txlineAmount } = value as Record<string, unknown>;
    const wrong: Fault[] = [];
    if (typeof buyerPubkey !== 'string' || !isAddress(buyerPubkey))
      wrong.push(fault('body field buyerPubkey', '32 bytes in Base58', shown(buyerPubkey)));
    const amounts = [serviceAmount, txlineAmount].filter((amount) => amount !== undefined);
    const [amount] = amounts;
    if (amounts.length === 0 || !amounts.every(isAmount) || amounts.some((other) => other !== amount))
      wrong.push(fault('body field serviceAmount', `an integer from 1 to ${AMOUNT.maximum}`, foundIn(amounts)));
    if (wrong.length > 0) return { wrong };
    return { body: { buyer: buyerPubkey as string, serviceAmount: amount as number } };
  },
};

export const purchaseQuote = defineEndpoint({
  method: 'POST',
  path: '/api/guest/purchase/quote',
  summary: 'Partially signed transaction that buys service tokens',
  tag: 'Subscription',
  needs: 'session',
  parameters: {},
  body: BODY,
  answer: { contentType: 'application/json', schema: 'PurchaseQuote' },
  refusals: [504],
  handle: async ({ ports, body }) => {
    const quote = await ports.quote.purchase(body.buyer, body.serviceAmount);
    // Clients of the reference read the second set of names.
    return json({
      transactionBase64: quote.transactionBase64,
      baseStableCost: quote.baseStableCost,
      feeStableAmount: quote.feeStableAmount,
      totalStableCharged: quote.totalStableCharged,
      baseUsdtCost: quote.baseStableCost,
      feeUsdtAmount: quote.feeStableAmount,
      totalUsdtCharged: quote.totalStableCharged,
    });
  },
});

/** What was sent under the two names, for the refusal. */
const foundIn = (amounts: readonly unknown[]): string =>
  amounts.length < 2 ? shown(amounts[0]) : amounts.map(shown).join(', ');

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function isAddress(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false;
  try {
    return bytesFromText(text, 32, 'The key').length === 32;
  } catch {
    return false;
  }
}
