import fc from 'fast-check';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { stake as stakeInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { associated } from '../../settlementModel.js';
import { actionKind, choose, choosePool, somePool } from '../action.js';
import { PROGRAM, STAKE_MONEY } from '../world.js';

const given = fc.record({
  pool: somePool,
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

export const stake = actionKind('stake', 24, given, async (world, { pool, user, outcome, amount: drawn, fault }) => {
  const place = choosePool(world, pool, ({ isOpen, rules }) => isOpen && world.model.now < rules.stakesClose);
  if (!place) return;
  const owner = choose(world.users, user);
  const sourceOwner = fault === 'source' ? choose(world.users, user + 1) : owner;
  const rules = world.model.pool(place)?.rules;
  // Occasionally an outcome that does not exist; the first of these may be a case.
  const outcomes = rules?.outcomes ?? 2;
  const kind = outcome % 16;
  const chosen = kind === 15 ? outcome % 256 : kind === 14 ? outcomes : outcome % outcomes;
  // With splits an odd amount is refused, so most of them are made even.
  const amount = rules?.splits && kind > 1 ? drawn + (drawn % 2n) : drawn;
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
    pool: place.address,
    position: world.position(place, owner, chosen),
    vault: place.vault,
    mint: mint.address,
    source: world.token(source),
    tokenProgram: mint.program,
    systemProgram: SYSTEM_PROGRAM_ID,
  };
  const termsHash = fault === 'hash' ? place.olderHash : place.hash;
  const instruction = stakeInstruction.build(PROGRAM, addresses, { outcome: chosen, amount, termsHash });
  const touched = { places: [place], tokens: [source], position: { owner, outcome: chosen } };
  await world.attempt(`stake ${place.kind}`, touched, predicted, [instruction], [owner]);
});
