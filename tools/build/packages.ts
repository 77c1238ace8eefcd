/** The package folders below `ts/`, in order of dependency: none depends on a later one. */
export const PACKAGES = ['linesman', 'records', 'season', 'keeper', 'service', 'regress'] as const;
