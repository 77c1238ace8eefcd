import { readFileSync } from 'node:fs';
import { BorshCoder, EventParser, type Idl } from '@coral-xyz/anchor';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import { toPublicKey } from '../../../ts/sdk/web3/convert.js';
import type { Outcome } from '../localBank.js';

/** An event as Anchor's client decodes it: public keys as text, amounts as numbers. */
export interface SettlementEvent {
  readonly name: string;
  readonly [field: string]: unknown;
}

let parser: EventParser | undefined;

/** The events that a transaction has logged, in order, decoded with the committed IDL. */
export function eventsOf(outcome: Outcome): SettlementEvent[] {
  parser ??= new EventParser(toPublicKey(DEFAULT_SETTLEMENT_PROGRAM_ID), new BorshCoder(settlementIdl()));
  return [...parser.parseLogs([...outcome.logs])].map(({ name, data }) => ({ name, ...plain(data) }));
}

/** The names of these events, those of pools with their kind: `Staked Market`. */
export const eventNames = (outcome: Outcome): string[] =>
  eventsOf(outcome).map(({ name, kind }) => (kind ? `${name} ${Object.keys(kind).join()}` : name));

const settlementIdl = (): Idl =>
  JSON.parse(readFileSync(new URL('../../../programs/artifacts/settlement.json', import.meta.url), 'utf8')) as Idl;

/** Replaces Anchor's classes by numbers and texts. */
const plain = (data: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      if (typeof value === 'object' && value !== null) {
        if ('toBase58' in value) return [field, (value as { toBase58(): string }).toBase58()];
        if ('toArrayLike' in value) return [field, BigInt(String(value))];
      }
      return [field, value];
    }),
  );
