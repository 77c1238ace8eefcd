import fc from 'fast-check';
import {
  type Address,
  type Instruction,
  SYSTEM_PROGRAM_ID,
  stake as stakeInstruction,
} from '../../../../ts/linesman/program/index.js';
import type { PoolModel } from '../../poolModel.js';
import { associated } from '../../settlementModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { type Place, PROGRAM, STAKE_MONEY, type World } from '../world.js';

interface StakeAddresses {
  readonly owner: Address;
  readonly position: Address;
  readonly vault: Address;
  readonly mint: Address;
  readonly source: Address;
  readonly tokenProgram: Address;
  readonly systemProgram: Address;
}

const given = fc.record({
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
});

/** A stake on a market or parlay: its valid targets (`meant`) and its instruction. */
export const stakeKind = (
  name: string,
  weight: number,
  choosing: (world: World, number: number, meant: (pool: PoolModel) => boolean) => Place | null,
  build: (
    pool: Address,
    addresses: StakeAddresses,
    args: { outcome: number; amount: bigint; termsHash: Uint8Array },
  ) => Instruction,
) =>
  actionKind(name, weight, given, async (world, { place: number, user, outcome, amount, fault }) => {
    const place = choosing(world, number, ({ isOpen, rules }) => isOpen && world.model.now < rules.stakesClose);
    if (!place) return;
    const owner = choose(world.users, user);
    const sourceOwner = fault === 'source' ? choose(world.users, user + 1) : owner;
    const rules = world.model.pool(place)?.rules;
    // Occasionally an outcome that does not exist.
    const chosen = outcome % 16 === 15 ? outcome % 256 : outcome % (rules?.outcomes ?? 2);
    const mint = world.mint(rules?.mint ?? 'spl');
    const source = associated(sourceOwner.name, mint.name);
    const predicted = world.model.stake(place, {
      owner: owner.name,
      sourceOwner: sourceOwner.name,
      outcome: chosen,
      amount,
      isHashRight: fault !== 'hash',
    });
    const addresses = {
      owner: owner.publicKey,
      position: world.position(place, owner, chosen),
      vault: place.vault,
      mint: mint.address,
      source: world.token(source),
      tokenProgram: mint.program,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const termsHash = fault === 'hash' ? place.olderHash : place.hash;
    const instruction = build(place.address, addresses, { outcome: chosen, amount, termsHash });
    const touched = { places: [place], tokens: [source], position: { owner, outcome: chosen } };
    await world.attempt(name, touched, predicted, [instruction], [owner]);
  });

export const stake = stakeKind('stake', 14, choosePlace, (market, addresses, args) =>
  stakeInstruction.build(PROGRAM, { market, ...addresses }, args),
);
