import type { OptionRow } from './row.js';

/** The headings of the options in a help, in its order: what must be given first, the wallet last. */
export const GROUPS = ['Required:', 'Options:', 'Whom you trust:', 'Service and chain:', 'Wallet:'] as const;

type Group = (typeof GROUPS)[number];

/** Options that mean the same in every command, by their keys. */
const SHARED: Readonly<Record<string, Group>> = {
  trustMint: 'Whom you trust:',
  trustAttesters: 'Whom you trust:',
  trustAuthority: 'Whom you trust:',
  accept: 'Whom you trust:',
  unstated: 'Whom you trust:',
  service: 'Service and chain:',
  apiTokenFile: 'Service and chain:',
  rpc: 'Service and chain:',
  ws: 'Service and chain:',
  oracle: 'Service and chain:',
  settlement: 'Service and chain:',
  keypair: 'Wallet:',
  transactionVersion: 'Wallet:',
  priorityFee: 'Wallet:',
  dryRun: 'Wallet:',
};

/** The heading below which the help of a command has an option. */
export function groupOf(key: string, { isRequired }: OptionRow<unknown>): Group {
  const shared = SHARED[key];
  if (isRequired && shared !== 'Wallet:') return 'Required:';
  return shared ?? 'Options:';
}
