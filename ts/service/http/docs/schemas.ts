/** Schemas of answers that are no records; those of records come with the record model. */
export const ANSWER_SCHEMAS: Readonly<Record<string, object>> = {
  GuestSession: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
  ApiToken: { type: 'string', description: 'The bare token.' },
  ScoresText: { type: 'string', description: 'For each record a data line, "id: <Seq>" and a blank line.' },
  OddsStream: { type: 'string', description: 'Server-sent events; the data of each is one odds record.' },
  ScoresStream: { type: 'string', description: 'Server-sent events; the data of each is one score record.' },
  PurchaseQuote: {
    type: 'object',
    required: ['transactionBase64', 'baseStableCost', 'feeStableAmount', 'totalStableCharged'],
    properties: {
      transactionBase64: { type: 'string', format: 'byte' },
      ...Object.fromEntries(
        [
          'baseStableCost',
          'feeStableAmount',
          'totalStableCharged',
          'baseUsdtCost',
          'feeUsdtAmount',
          'totalUsdtCharged',
        ].map((name) => [name, { type: 'number', minimum: 0 }]),
      ),
    },
  },
  OracleKeys: {
    type: 'object',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        items: {
          type: 'object',
          required: ['status', 'algorithm', 'base58', 'hex'],
          properties: {
            status: { type: 'string', enum: ['current', 'next', 'retired'] },
            algorithm: { type: 'string', const: 'Ed25519' },
            base58: { type: 'string' },
            hex: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'hint'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'integer', description: 'Number of the error in the table of the project.' },
      hint: { type: 'string' },
    },
  },
};
