import type { Address } from '@linesman/sdk/program';
import type { FindingKind, Sight } from './findings.js';

/** What only an admin or an upgrade authority changes, and what is found when it did. */
export const WATCHED_VALUES = {
  lateAfter: 'bound-changed',
  pendingAdmin: 'admin-proposed',
  admin: 'admin-changed',
  publisher: 'publisher-changed',
  backendAdmin: 'key-changed',
  oracleKey: 'key-changed',
  nextOracleKey: 'key-changed',
  oracleSlot: 'program-changed',
  settlementSlot: 'program-changed',
  oracleAuthority: 'authority-changed',
  settlementAuthority: 'authority-changed',
} as const satisfies Readonly<Record<string, FindingKind>>;
export type WatchedValue = keyof typeof WATCHED_VALUES;
export const VALUE_NAMES = Object.keys(WATCHED_VALUES) as readonly WatchedValue[];

/** What is watched, as one round has seen it. It is JSON. */
export interface Snapshot {
  readonly oracle: Address;
  readonly settlement: Address;
  /** The clock of the chain, and the machine's time at which its slot was first seen. Unix seconds. */
  readonly clock: { readonly slot: number; readonly time: number; readonly seenAt: number };
  /** As text; `none` where there is none. */
  readonly values: Readonly<Record<WatchedValue, string>>;
  /** The published roots as hex, by account (`scores 20643`) and slot: of today and yesterday. */
  readonly roots: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly sights: readonly Sight[];
}
