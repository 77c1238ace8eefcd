import fc from 'fast-check';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '../../../../ts/sdk/program/address/token.js';
import { claim as claimInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { alsoSignedBy } from '../../../helpers/settlement/roles.js';
import { aside, associated, type Destination } from '../../settlementModel.js';
import { actionKind, choose, choosePool, choosePosition, somePool } from '../action.js';
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
    pool: place.address,
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
  const built = claimInstruction.build(PROGRAM, addresses, {});
  const signsOwner = destination === 'signed';
  const instruction = signsOwner ? alsoSignedBy(built, [owner.keypair]) : built;
  const signers = signsOwner ? [sender, owner] : [sender];
  const touched = { places: [place], tokens: [name], position: { owner, outcome } };
  await world.attempt(`claim ${place.kind}`, touched, predicted, [instruction], signers);
}

const given = fc.record({
  pool: somePool,
  position: fc.nat(10_000),
  destination: fc.oneof(
    { weight: 6, arbitrary: fc.constant('associated' as const) },
    { weight: 2, arbitrary: fc.constant('signed' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unsigned' as const, 'stranger' as const) },
  ),
});

export const claim = actionKind('claim', 20, given, async (world, { pool, position, destination }) => {
  const place = choosePool(world, pool, ({ decided, positions }) => decided && positions.size > 0);
  if (!place) return;
  const { owner, outcome } = choosePosition(world, place, position);
  await sendClaim(world, place, owner, outcome, destination);
});
