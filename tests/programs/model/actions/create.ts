import fc from 'fast-check';
import { configAddress } from '../../../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { LOCALNET_PROGRAM_IDS } from '../../../../ts/sdk/program/programId.js';
import { createMarket } from '../../../../ts/sdk/program/settlement/instructions.js';
import { termsHash } from '../../../../ts/sdk/program/wire/termsHash.js';
import { actionKind, choose } from '../action.js';
import { type Draft, draft, draftGiven, namedSet, setGiven } from '../draft.js';
import { type Mint, type Place, PROGRAM, type World } from '../world.js';

const CONFIG = configAddress(LOCALNET_PROGRAM_IDS.oracle).address;

/** A place without a market nine times out of ten; `undefined` when every place has a market. */
export function choosePlaceToMake({ model, places }: World, number: number, creator?: string): Place | undefined {
  const own = places.filter((place) => creator === undefined || place.creator.name === creator);
  const free = own.filter((place) => !model.market(place.number));
  if (number % 10 > 0) return free.length === 0 ? undefined : choose(free, number);
  return choose(own, number);
}

/** The inputs for the accounts of creating a market. */
export interface NamedInTerms {
  readonly rules: Pick<Draft['rules'], 'feeAccount'>;
  readonly mint: Mint;
}

/** The accounts for creating a market with these terms. */
export const creationAddresses = (world: World, place: Place, { rules, mint }: NamedInTerms) => ({
  creator: place.creator.publicKey,
  market: place.address,
  vault: place.vault,
  mint: mint.address,
  feeAccount: world.token(rules.feeAccount),
  oracleConfig: CONFIG,
  tokenProgram: mint.program,
  systemProgram: SYSTEM_PROGRAM_ID,
});

export const create = actionKind(
  'create',
  3,
  fc.record({ place: fc.nat(1_000), set: setGiven, ...draftGiven }),
  async (world, given) => {
    const place = choosePlaceToMake(world, given.place);
    if (!place) return;
    const made = draft(world, given);
    const { terms, rules, fault } = made;
    const set = namedSet(rules, given.set);
    const predicted = world.model.create(place.number, { ...rules, creator: place.creator.name }, fault, set);
    const addresses = creationAddresses(world, place, made);
    const instruction = world.withSet(createMarket.build(PROGRAM, addresses, { id: place.id, terms }), set);
    if (predicted === null) world.remember(place, termsHash(terms));
    await world.attempt('create', { places: [place] }, predicted, [instruction], [place.creator]);
  },
);
