import fc from 'fast-check';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { firstDayOf } from '../../../ts/sdk/program/address/oracle.js';
import { ATTESTED_SLOTS } from '../../../ts/sdk/proof/attestation.js';
import { ROOTS_KINDS, type RootsKind } from '../../../ts/sdk/proof/rootsAccount.js';
import { ROOTS_FORMS, rootsAccount } from '../../vectors/rootsAccount.js';
import type { AskedVouchers, AttestationPlace, NamedAttestation } from '../attesterModel.js';
import { choose } from './action.js';
import type { World } from './world.js';

/**
 * The attesters of the model, and the accounts that are named as theirs. Those of `CORRUPT` vouch for any root that the
 * publisher has written; the others only for roots whose records they know.
 */

export const HONEST = ['honest0', 'honest1'];
export const CORRUPT = ['corrupt0', 'corrupt1'];

/** The keys of each set, and how many of them a market asks for that trusts the set. */
export const SETS: ReadonlyMap<string, { readonly keys: readonly string[]; readonly least: number }> = new Map([
  ['most', { keys: ['corrupt0', 'honest0', 'corrupt1', 'honest1'], least: 3 }],
  ['both', { keys: ['honest0', 'corrupt0'], least: 2 }],
  // No market should trust it, but some do.
  ['rogue', { keys: CORRUPT, least: 1 }],
]);

/** What markets ask for. */
export const ASKED: readonly AskedVouchers[] = [...SETS].map(([set, { least }]) => ({ set, least }));

/** Whether the corrupt keys alone are too few for what a market asks for. */
export const needsHonest = ({ set, least }: AskedVouchers): boolean =>
  (SETS.get(set)?.keys.filter((key) => CORRUPT.includes(key)).length ?? 0) < least;

/** The attestations that there can be about roots of these days. */
export const attestationPlaces = (days: readonly number[]): readonly AttestationPlace[] =>
  [...SETS.keys()].flatMap((set) =>
    ROOTS_KINDS.flatMap((kind) =>
      [...new Set(days.map((day) => firstDayOf(kind, day)))].map((period) => ({ set, kind, period })),
    ),
  );

/** The bytes of a roots account that is full. */
export function fullRoots(kind: Exclude<RootsKind, 'scores'>, day: number, bump: number): Buffer {
  const count = Math.min(ROOTS_FORMS[kind].slots, ATTESTED_SLOTS[kind]);
  const slots = Object.fromEntries(Array.from({ length: count }, (_, slot) => [slot, rootHex(slot)]));
  return rootsAccount({ kind, day: firstDayOf(kind, day), bump, slots, tamper: null });
}

const rootHex = (slot: number): string => Buffer.alloc(32, 1 + (slot % 250)).toString('hex');

/** What is named as the attestation: half of the time the proper account. */
export const namedGiven = fc.oneof(
  { weight: 7, arbitrary: fc.constant('proper' as const) },
  {
    weight: 7,
    arbitrary: fc.constantFrom(
      'none' as const,
      'nothing' as const,
      'set' as const,
      'roots' as const,
      'otherSet' as const,
      'otherKind' as const,
      'otherDay' as const,
    ),
  },
);
export type NamedGiven = typeof namedGiven extends fc.Arbitrary<infer T> ? T : never;

/** The account for the model and for the chain. */
export interface Named {
  readonly named: NamedAttestation;
  readonly address: Address | null;
}

/** The account that is named for a market that asks for these attesters, with a proof of this day. */
export function nameAttestation(world: World, asked: AskedVouchers | null, epochDay: number, given: NamedGiven): Named {
  const set = asked?.set ?? 'most';
  const sets = [...SETS.keys()];
  const scores = (period: number, of = set): AttestationPlace => ({ set: of, kind: 'scores', period });
  const at = (place: AttestationPlace): Named => ({ named: place, address: world.attestation(place) });
  switch (given) {
    case 'proper':
      return asked ? at(scores(epochDay)) : { named: 'none', address: null };
    case 'none':
      return { named: 'none', address: null };
    case 'nothing':
      return { named: 'nothing', address: world.nothing };
    case 'set':
      return { named: 'foreign', address: world.attesterSet(set) };
    case 'roots':
      return { named: 'foreign', address: world.roots(epochDay) };
    case 'otherSet':
      return at(scores(epochDay, choose(sets, sets.indexOf(set) + 1)));
    case 'otherKind':
      return at({ set, kind: 'odds', period: epochDay });
    case 'otherDay':
      return at(scores(choose(world.matches.days, world.matches.days.indexOf(epochDay) + 1)));
  }
}
