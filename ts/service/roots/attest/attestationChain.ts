import type { Root } from '@linesman/sdk/format';
import type { RecordKind } from '../../data/store/recordKind.js';

/** The period of one attestation: a day of a kind, or ten days of fixtures. */
export interface AttestedPeriod {
  readonly kind: RecordKind;
  /** First day, as days since 1970. */
  readonly period: number;
}

/** A period on chain. */
export interface PeriodOnChain extends AttestedPeriod {
  /** By place: 288 slots, or 240 hours of fixtures; `null` where there is no root. */
  readonly roots: readonly (Root | null)[];
  /** By place: whether this attester has vouched for the root. */
  readonly isAttested: (slot: number) => boolean;
}

/** A root that an attester vouches for. */
export interface AttestedRoot {
  /** Place in the period. */
  readonly slot: number;
  readonly root: Root;
}

/** The chain operations of an attester. Each throws when the chain does not answer. */
export interface AttestationChain {
  /** The time that the programs see, Unix ms. */
  now(signal?: AbortSignal): Promise<number>;
  /** In the same order. */
  read(periods: readonly AttestedPeriod[], signal?: AbortSignal): Promise<readonly PeriodOnChain[]>;
  /**
   * Vouches for 1 to `MAX_ATTESTED_ROOTS` roots of a period in one transaction, and waits until it has landed. Roots
   * that are already attested are not an error. Throws the program's error if one of them is not the root on chain.
   */
  attest(period: AttestedPeriod, entries: readonly AttestedRoot[], signal?: AbortSignal): Promise<void>;
}
