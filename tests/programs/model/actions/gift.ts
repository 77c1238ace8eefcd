import { createTransferCheckedInstruction } from '@solana/spl-token';
import fc from 'fast-check';
import { associated } from '../../settlementModel.js';
import { actionKind, choose, choosePlace } from '../action.js';

const DECIMALS = 6;

/** A stranger sends tokens straight into a vault. */
export const gift = actionKind(
  'gift',
  2,
  fc.record({ place: fc.nat(10_000), user: fc.nat(1_000), amount: fc.bigInt(1n, 1_000n) }),
  async (world, { place: number, user, amount }) => {
    const place = choosePlace(world, number);
    if (!place) return;
    const giver = choose(world.users, user);
    const market = world.model.market(Number(place.id));
    const mint = world.mint(market?.rules.mint ?? 'spl');
    const account = world.model.accounts.get(associated(giver.name, mint.name));
    // The token program's refusals are none of ours.
    if (!market || !account || account.frozen || account.amount < amount) return;
    account.amount -= amount;
    world.model.receive(market, amount);
    const instruction = createTransferCheckedInstruction(
      world.token(associated(giver.name, mint.name)),
      mint.address,
      place.vault,
      giver.publicKey,
      amount,
      DECIMALS,
      [],
      mint.program,
    );
    await world.attempt('gift', place, null, [instruction], [giver]);
  },
);
