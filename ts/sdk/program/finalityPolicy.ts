/** When a stat counts as final, in the order of the Borsh tags. */
export const FINALITY_POLICIES = ['finalised', 'regular-time', 'half-time', 'signed-final'] as const;
export type FinalityPolicy = (typeof FINALITY_POLICIES)[number];
