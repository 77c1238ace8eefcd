import { CONSTRAINT_OWNER, fail } from '@linesman/sdk/error';
import { DAYS_PER_WINDOW, MS_PER_DAY, type Root } from '@linesman/sdk/format';
import { accountBytes } from '@linesman/sdk/internal/program/account/accountBytes';
import { untilAborted } from '@linesman/sdk/internal/program/untilAborted';
import {
  type AccountsChain,
  type Address,
  addressBytes,
  attestationAddress,
  firstDayOf,
  rootsAddress,
} from '@linesman/sdk/program';
import { ATTESTED_SLOTS, checkRootsAccount, publishedSlots, readAttestation } from '@linesman/sdk/proof';
import { type RecordKind, slotLength } from '../../data/store/recordKind.js';
import type { AttestedPeriod } from './attestationChain.js';

/** The set whose attestations are read, and its oracle. */
export interface PeriodsQuestion {
  readonly chain: Pick<AccountsChain, 'accounts'>;
  readonly oracle: Address;
  readonly set: Address;
}

/** The roots of a period, and the keys that vouch for them. */
export interface ReadPeriod extends AttestedPeriod {
  /** By slot; `null` where there is none. */
  readonly roots: readonly (Root | null)[];
  /** By slot: bit i is set if key i of the set vouches for the root. */
  readonly bits: readonly number[];
  /** Whether the account exists. */
  readonly isMade: boolean;
}

/**
 * Reads roots accounts and attestations, in one request for all. Accounts that do not exist yet count as empty. Errors:
 * REQUEST_ABORTED; CONSTRAINT_OWNER and those of `checkRootsAccount` for an account that is not a roots account;
 * WRONG_ATTESTATION.
 */
export async function readPeriods(
  { chain, oracle, set }: PeriodsQuestion,
  periods: readonly AttestedPeriod[],
  signal?: AbortSignal,
): Promise<ReadPeriod[]> {
  const addresses = periods.map(({ kind, period }) => ({
    roots: rootsAddress(kind, period, oracle).address,
    attestation: attestationAddress(set, kind, period, oracle).address,
  }));
  const accounts = await untilAborted(
    () => chain.accounts(addresses.flatMap(({ roots, attestation }) => [roots, attestation])),
    signal,
  );
  return periods.map(({ kind, period }, i): ReadPeriod => {
    const size = ATTESTED_SLOTS[kind];
    const [ofRoots, ofBits] = [accounts[2 * i] ?? null, accounts[2 * i + 1] ?? null];
    const attestation = addresses[i]?.attestation;
    // An address that merely holds lamports is not an account yet.
    const isMade = ofBits !== null && ofBits.data.length > 0 && attestation !== undefined;
    let roots: readonly (Root | null)[] = Array.from({ length: size }, () => null);
    if (ofRoots !== null && ofRoots.data.length > 0) {
      if (ofRoots.owner !== oracle) fail(CONSTRAINT_OWNER, { kind, owner: ofRoots.owner, expected: oracle });
      checkRootsAccount(kind, ofRoots.data, period);
      roots = publishedSlots(ofRoots.data).roots;
    }
    const bits = isMade
      ? readAttestation(accountBytes(attestation, ofBits), addressBytes(oracle)).bits
      : Array.from({ length: size }, () => 0);
    return { kind, period, roots, bits, isMade };
  });
}

/** First ms of a slot by its place in the period. */
export const slotStartIn = ({ kind, period }: AttestedPeriod, slot: number): number =>
  period * MS_PER_DAY + slot * slotLength(kind);

/** The periods that have a day from `first` to `last`, earliest first. */
export function periodsBetween(kind: RecordKind, first: number, last: number): AttestedPeriod[] {
  const days = kind === 'fixtures' ? DAYS_PER_WINDOW : 1;
  const from = firstDayOf(kind, first);
  return Array.from({ length: Math.floor((last - from) / days) + 1 }, (_, i) => ({ kind, period: from + days * i }));
}
