import { AMOUNT, object, part, STRING } from '@linesman/sdk/internal/client/answerPart';
import { answerOf } from '../answerSchema.js';
import { base58, bodyOf, integer } from '../bodyFields.js';
import { defineEndpoint, json } from '../endpoint.js';

const BODY = bodyOf(
  'QuoteRequest',
  {
    buyerPubkey: base58(32, 'Base58 address of the wallet.'),
    serviceAmount: {
      ...integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'Whole service tokens.'),
      formerly: {
        name: 'txlineAmount',
        description: 'Former name of serviceAmount. Send either of the two; if both, they must be equal.',
      },
    },
  },
  [{ buyerPubkey: '11111111111111111111111111111111', serviceAmount: 125000 }],
);

const ANSWER = answerOf(
  object('PurchaseQuote', {
    transactionBase64: part<string>({ type: 'string', format: 'byte', minLength: 4 }, STRING.read),
    baseStableCost: AMOUNT,
    feeStableAmount: AMOUNT,
    totalStableCharged: AMOUNT,
    baseUsdtCost: AMOUNT,
    feeUsdtAmount: AMOUNT,
    totalUsdtCharged: AMOUNT,
  }),
  { '': 'Amounts in whole units of the stablecoin, each under both names.' },
);

export const purchaseQuote = defineEndpoint({
  method: 'POST',
  path: '/api/guest/purchase/quote',
  summary: 'Partially signed transaction that buys service tokens',
  tag: 'Subscription',
  needs: 'session',
  parameters: {},
  body: BODY,
  answer: { contentType: 'application/json', schema: ANSWER },
  refusals: [504],
  handle: async ({ ports, body }) => {
    const quote = await ports.quote.purchase(body.buyerPubkey, body.serviceAmount);
    // Clients of the reference deployment read the second set of names.
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
