/** The fields of a service's answers that a verifier reads, and an example of each answer. */
export const ANSWERS = [
  {
    name: 'scores, version 1',
    example: 'two-nil.json',
    fields: [
      ...['ts', 'statToProve', 'eventStatRoot', 'summary', 'statProof', 'subTreeProof', 'mainTreeProof'],
      ...['statToProve2', 'statProof2'],
    ],
    optional: ['statToProve2', 'statProof2'],
  },
  {
    name: 'scores, version 2',
    example: 'final-win.json',
    fields: ['ts', 'statsToProve', 'eventStatRoot', 'summary', 'statProofs', 'subTreeProof', 'mainTreeProof'],
    optional: [],
  },
  {
    name: 'scores, version 3',
    example: 'final-win-v3.json',
    fields: [
      ...['ts', 'statsToProve', 'eventStatRoot', 'summary', 'multiproof.hashes', 'multiproof.indices'],
      ...['subTreeProof', 'mainTreeProof'],
    ],
    optional: [],
  },
  {
    name: 'scores, version 4',
    example: 'final-win-v4.json',
    fields: [
      ...['payload.ts', 'payload.summary', 'payload.fixtureProof', 'payload.mainTreeProof', 'payload.eventStatRoot'],
      ...['payload.leaves', 'payload.multiproofHashes', 'payload.leafIndices', 'signature'],
    ],
    optional: ['payload.leaves', 'payload.leafIndices'],
  },
  {
    name: 'odds',
    example: 'odds.json',
    fields: ['odds', 'summary', 'subTreeProof', 'mainTreeProof'],
    optional: [],
  },
  {
    name: 'odds, signed',
    example: 'odds-v4.json',
    fields: [
      ...['payload.ts', 'payload.oddsSnapshot', 'payload.summary', 'payload.subTreeProof', 'payload.mainTreeProof'],
      'signature',
    ],
    optional: [],
  },
  {
    name: 'fixture',
    example: 'fixture.json',
    fields: ['snapshot', 'summary', 'subTreeProof', 'mainTreeProof'],
    optional: [],
  },
  { name: 'fixture batch', example: 'fixture-batch.json', fields: ['metadata', 'proof'], optional: [] },
] as const satisfies readonly {
  readonly name: string;
  readonly example: string;
  readonly fields: readonly string[];
  /** Fields without which the answer is another one, or empty lists. */
  readonly optional: readonly string[];
}[];
