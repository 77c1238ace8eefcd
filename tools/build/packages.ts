/** The package folders below `ts/`, lowest first: none depends on a later one. */
export const PACKAGES = ['linesman', 'records', 'season', 'keeper', 'service', 'regress'] as const;
