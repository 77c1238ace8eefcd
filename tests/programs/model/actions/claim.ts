import fc from 'fast-check';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  claim as claimInstruction,
  claimParlay,
  SYSTEM_PROGRAM_ID,
} from '../../../../ts/linesman/program/index.js';
import { alsoSignedBy } from '../../../helpers/settlement/roles.js';
import type { PoolModel } from '../../poolModel.js';
import { aside, associated, type Destination } from '../../settlementModel.js';
import { actionKind, choose, choosePlace, choosePosition } from '../action.js';
import { type Person, type Place, PROGRAM, type World } from '../world.js';

/** Claims from a market or parlay and also compares the account that is paid. */
export async function sendClaim(
  world: World,
  place: Place,
  owner: Person,
  outcome: number,
  destination: Destination,
): Promise<void> {
  const { model } = world;
  const mint = world.mint(model.pool(place)?.rules.mint ?? 'spl');
  const stranger = choose(world.users, world.users.indexOf(owner) + 1);
  const name = {
    associated: associated(owner.name, mint.name),
    signed: aside(owner.name, mint.name),
    unsigned: aside(owner.name, mint.name),
    stranger: associated(stranger.name, mint.name),
  }[destination];
  const predicted = model.claim(place, { owner: owner.name, outcome, destination, stranger: stranger.name });
  // The sender pays for a missing account; the fee owners act as third parties.
  const sender = choose(world.feeOwners, outcome);
  const addresses = {
    position: world.position(place, owner, outcome),
    owner: owner.publicKey,
    vault: place.vault,
    mint: mint.address,
    destination: world.token(name),
    payer: sender.publicKey,
    tokenProgram: mint.program,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
  const built =
    place.kind === 'market'
      ? claimInstruction.build(PROGRAM, { market: place.address, ...addresses }, {})
      : claimParlay.build(PROGRAM, { parlay: place.address, ...addresses }, {});
  const signsOwner = destination === 'signed';
  const instruction = signsOwner ? alsoSignedBy(built, [owner.keypair]) : built;
  const signers = signsOwner ? [sender, owner] : [sender];
  const touched = { places: [place], tokens: [name], position: { owner, outcome } };
  await world.attempt(place.kind === 'market' ? 'claim' : 'claim_parlay', touched, predicted, [instruction], signers);
}

const given = fc.record({
  place: fc.nat(10_000),
  position: fc.nat(10_000),
  destination: fc.oneof(
    { weight: 6, arbitrary: fc.constant('associated' as const) },
    { weight: 2, arbitrary: fc.constant('signed' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unsigned' as const, 'stranger' as const) },
  ),
});

/** A claim on a market or parlay. */
export const claimKind = (
  name: string,
  weight: number,
  choosing: (world: World, number: number, meant: (pool: PoolModel) => boolean) => Place | null,
) =>
  actionKind(name, weight, given, async (world, { place: number, position, destination }) => {
    const place = choosing(world, number, ({ decided, positions }) => decided && positions.size > 0);
    if (!place) return;
    const { owner, outcome } = choosePosition(world, place, position);
    await sendClaim(world, place, owner, outcome, destination);
  });

export const claim = claimKind('claim', 12, choosePlace);
