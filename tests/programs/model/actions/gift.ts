import fc from 'fast-check';
import { splToken } from '../../../helpers/settlement/splToken.js';
import { associated } from '../../settlementModel.js';
import { actionKind, choose, chooseParlay, choosePlace } from '../action.js';

const DECIMALS = 6;

/** A stranger sends tokens directly into the vault of a market or parlay. */
export const gift = actionKind(
  'gift',
  2,
  fc.record({ isParlay: fc.nat(2), place: fc.nat(10_000), user: fc.nat(1_000), amount: fc.bigInt(1n, 1_000n) }),
  async (world, { isParlay, place: number, user, amount }) => {
    const place = (isParlay === 0 ? chooseParlay : choosePlace)(world, number);
    if (!place) return;
    const giver = choose(world.users, user);
    const pool = world.model.pool(place);
    const mint = world.mint(pool?.rules.mint ?? 'spl');
    const account = world.model.accounts.get(associated(giver.name, mint.name));
    // The token program's own refusals are not modelled.
    if (!pool || !account || account.frozen || account.amount < amount) return;
    account.amount -= amount;
    world.model.receive(pool, amount);
    const instruction = splToken.createTransferCheckedInstruction(
      world.token(associated(giver.name, mint.name)),
      mint.address,
      place.vault,
      giver.publicKey,
      amount,
      DECIMALS,
      [],
      mint.program,
    );
    await world.attempt(
      'gift',
      { places: [place], tokens: [associated(giver.name, mint.name)] },
      null,
      [instruction],
      [giver],
    );
  },
);
