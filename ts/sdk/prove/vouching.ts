import { MS_PER_SLOT, slotTimeOf } from '../format/slotTime.js';
import { chainTime } from '../program/account/chainTime.js';
import type { Address } from '../program/address/address.js';
import type { Chain } from '../program/chain.js';
import { checkVouched, vouchersOf } from '../program/settlement/rules/checkAttested.js';
import type { Attesters, MarketTerms } from '../program/wire/terms.js';
import type { ListedRecord } from './proofSource.js';
import { attestationOfDay } from './recordProof.js';

/** How long after the end of its slot a record may still get vouchers, in seconds. */
const VOUCHERS_COME = 86_400;
/** Vouchers are not waited for in the last hour before a proposal could no longer become final by `voidAfter`. */
const LAST_HOUR = 3_600;

/** What the vouchers of its slot mean for a listed record. Without attesters, every record is vouched for. */
export interface Vouching {
  readonly isVouched: (record: ListedRecord) => boolean;
  /** Whether it is vouched for, or may be soon. A record for which nobody ever vouches hides no other one. */
  readonly counts: (record: ListedRecord) => boolean;
  /** Errors: NOT_ATTESTED. */
  readonly check: (record: ListedRecord) => void;
  /** Whether vouchers are waited for no longer, because a market with attesters is about to become void. */
  readonly isLate: boolean;
}

const ALL: Vouching = { isVouched: () => true, counts: () => true, check: () => {}, isLate: false };

interface Source {
  readonly oracleProgram: Address;
  readonly attesters: Attesters;
}

/** The part of a market's terms that asks for vouchers. */
type Asking = Pick<
  MarketTerms,
  'oracleProgram' | 'attesters' | 'stakesClose' | 'latest' | 'challengeWindow' | 'voidAfter'
>;

/** Until when vouchers are waited for before a market becomes void, Unix seconds. */
export const lastWaitOf = ({ challengeWindow, voidAfter }: Pick<Asking, 'challengeWindow' | 'voidAfter'>): number =>
  voidAfter - challengeWindow - LAST_HOUR;

/**
 * Reads which slots of these records the attesters of a market vouch for. Errors: WRONG_ATTESTATION; those of the
 * chain.
 *
 * @param chain Provides the attestations and the clock.
 */
export async function vouchingOf(
  chain: Pick<Chain, 'account'>,
  terms: Asking,
  records: readonly ListedRecord[],
): Promise<Vouching> {
  const { stakesClose, latest } = terms;
  // Other slots settle nothing, so a list of them costs no reads.
  const inTime = records.filter(({ ts }) => ts >= stakesClose * 1000 && startOf(ts) <= latest * 1000 + 999);
  return await vouchingUntil(chain, terms, inTime, lastWaitOf(terms));
}

/** The same for any records. `lastWait`: until when vouchers are waited for at most, Unix seconds. */
export async function vouchingUntil(
  chain: Pick<Chain, 'account'>,
  { oracleProgram, attesters }: Pick<Asking, 'oracleProgram' | 'attesters'>,
  records: readonly ListedRecord[],
  lastWait: number,
): Promise<Vouching> {
  if (attesters === null) return ALL;
  const vouched = await vouchedSlots(chain, { oracleProgram, attesters }, records);
  const now = await chainTime(chain);
  const isLate = now >= lastWait;
  const mayCome = (ts: number): boolean => !isLate && now < (startOf(ts) + MS_PER_SLOT) / 1000 + VOUCHERS_COME;
  return { ...vouched, counts: (record) => vouched.isVouched(record) || mayCome(record.ts), isLate };
}

/** The same without any waiting. */
export async function vouchedSlots(
  chain: Pick<Chain, 'account'>,
  source: Source,
  records: readonly ListedRecord[],
): Promise<Pick<Vouching, 'isVouched' | 'check'>> {
  const { oracleProgram, attesters } = source;
  const days = [...new Set(records.map(({ ts }) => slotTimeOf(ts).epochDay))];
  const contents = await Promise.all(days.map((epochDay) => attestationOfDay(chain, source, epochDay)));
  const attestations = new Map(days.map((day, i) => [day, contents[i] ?? null]));
  const found = new Map<number, boolean>();
  for (const { ts } of records) {
    const { epochDay, slot } = slotTimeOf(ts);
    const place = { oracleProgram, set: attesters.set, epochDay, slot };
    found.set(startOf(ts), vouchersOf(attestations.get(epochDay) ?? null, place) >= attesters.least);
  }
  return {
    isVouched: ({ ts }) => found.get(startOf(ts)) ?? false,
    check: ({ ts }) => {
      const place = slotTimeOf(ts);
      checkVouched(source, place, attestations.get(place.epochDay) ?? null);
    },
  };
}

const startOf = (ts: number): number => ts - (ts % MS_PER_SLOT);
