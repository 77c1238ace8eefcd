import { SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { stake as stakeInstruction } from '../../../../ts/program/index.js';
import { associated } from '../../settlementModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { PROGRAM, STAKE_MONEY } from '../world.js';

export const stake = actionKind(
  'stake',
  14,
  fc.record({
    place: fc.nat(10_000),
    user: fc.nat(1_000),
    outcome: fc.nat(1_000),
    amount: fc.oneof(
      fc.bigInt(1n, 30n),
      fc.bigInt(10n, 99n),
      fc.bigInt(10n, 1_000n),
      fc.bigInt(1n, 10n ** 12n),
      fc.constantFrom(0n, 9n, 10n, 1_000n, 1_001n, STAKE_MONEY + 1n, 2n ** 62n + 1n),
    ),
    fault: fc.oneof(
      { weight: 15, arbitrary: fc.constant('none') },
      { weight: 1, arbitrary: fc.constantFrom('hash', 'source') },
    ),
  }),
  async (world, { place: number, user, outcome, amount, fault }) => {
    const place = choosePlace(
      world,
      number,
      ({ state, rules }) => state === 'Open' && world.model.now <= rules.stakesClose,
    );
    if (!place) return;
    const owner = choose(world.users, user);
    const sourceOwner = fault === 'source' ? choose(world.users, user + 1) : owner;
    const market = world.model.market(Number(place.id));
    // Now and then an outcome that there is not.
    const chosen = outcome % 16 === 15 ? outcome % 256 : outcome % (market?.rules.outcomes ?? 2);
    const mint = world.mint(market?.rules.mint ?? 'spl');
    const predicted = world.model.stake(Number(place.id), {
      owner: owner.name,
      sourceOwner: sourceOwner.name,
      outcome: chosen,
      amount,
      isHashRight: fault !== 'hash',
    });
    const addresses = {
      owner: owner.publicKey,
      market: place.address,
      position: world.position(place, owner, chosen),
      vault: place.vault,
      mint: mint.address,
      source: world.token(associated(sourceOwner.name, mint.name)),
      tokenProgram: mint.program,
      systemProgram: SystemProgram.programId,
    };
    const hash = fault === 'hash' ? place.olderHash : place.hash;
    const instruction = stakeInstruction.build(PROGRAM, addresses, { outcome: chosen, amount, termsHash: hash });
    await world.attempt('stake', place, predicted, [instruction], [owner]);
  },
);
