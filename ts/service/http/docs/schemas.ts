const TIME = { type: 'integer', minimum: 0, description: 'Unix time, ms.' };

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
  Subscription: {
    type: 'object',
    required: ['wallet', 'now', 'periods'],
    properties: {
      wallet: { type: 'string', description: 'Base58.' },
      now: TIME,
      periods: {
        type: 'array',
        description: 'By level and start; those to come are there, those that are over are not.',
        items: {
          type: 'object',
          required: ['level', 'from', 'until', 'samplingSeconds', 'leagueBundle', 'leagues', 'marketBundle', 'markets'],
          properties: {
            level: { type: 'integer', minimum: 0 },
            from: TIME,
            until: TIME,
            samplingSeconds: { type: 'integer', minimum: 0, description: '0: real time.' },
            leagueBundle: { type: ['integer', 'null'], description: '0: all leagues; null: a selection.' },
            leagues: { type: ['array', 'null'], items: { type: 'integer' }, description: 'null: all.' },
            marketBundle: { type: 'integer', description: '0: all markets.' },
            markets: { type: ['array', 'null'], items: { type: 'string' }, description: 'SuperOddsType; null: all.' },
          },
        },
      },
    },
  },
  ActivationForms: {
    type: 'object',
    required: ['hosts'],
    properties: {
      hosts: { type: 'array', items: { type: 'string' }, description: 'With port where it is not the usual one.' },
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
