import { createThawAccountInstruction } from '@solana/spl-token';
import {
  closeMarket,
  finalise as finaliseInstruction,
  sweep as sweepInstruction,
  voidMarket,
} from '../../../ts/program/index.js';
import { associated } from '../settlementModel.js';
import { sendClaim } from './actions/claim.js';
import { sweepAddresses } from './actions/sweep.js';
import { type Place, PROGRAM, type World } from './world.js';

/** Some sequence empties every vault from here: this one. Everybody is paid, every account closed, nothing is left. */
export async function drain(world: World): Promise<void> {
  // What the random actions were is not what this does.
  const { actions, counts } = world;
  const before = [...counts];
  const deadlines = world.model.markets.flatMap((market) =>
    market && !market.closed ? [market.rules.voidAfter, (market.proposal?.since ?? 0) + market.rules.window] : [],
  );
  await world.setTime(Math.max(world.model.now, ...deadlines));
  for (const [i, place] of world.places.entries()) if (world.model.market(i)) await empty(world, place);
  world.actions = actions;
  counts.clear();
  for (const [name, count] of before) counts.set(name, count);
}

async function empty(world: World, place: Place): Promise<void> {
  const number = Number(place.id);
  const market = world.model.market(number);
  if (!market) return;
  const addresses = { market: place.address, vault: place.vault };
  const must = (refused: number | null) => {
    if (refused !== null) throw new Error(`market ${number} cannot be emptied: ${refused}`);
    return refused;
  };
  if (market.state === 'Open') {
    const predicted = must(market.void(world.model.now));
    await world.attempt('void', place, predicted, [voidMarket.build(PROGRAM, addresses, {})]);
  }
  if (market.state === 'Proposed') {
    const predicted = must(market.finalise(world.model.now));
    await world.attempt('finalise', place, predicted, [finaliseInstruction.build(PROGRAM, addresses, {})]);
  }
  for (const position of [...market.positions.values()]) {
    const { owner: name, outcome } = position;
    const owner = world.person(name);
    // Whose own account is frozen names another; nobody else is needed.
    const isFrozen = world.model.accounts.get(associated(name, market.rules.mint))?.frozen;
    await sendClaim(world, place, owner, outcome, isFrozen ? 'signed' : 'associated');
    if (market.positions.has(`${name}/${outcome}`)) throw new Error(`${name}/${outcome} is not paid`);
  }
  if (market.owed !== 0n) throw new Error(`market ${number} still owes ${market.owed}`);

  await openFeeAccount(world, market.rules.feeAccount);
  const swept = must(world.model.sweep(number));
  await world.attempt('sweep', place, swept, [sweepInstruction.build(PROGRAM, sweepAddresses(world, place), {})]);
  if (market.held !== 0n) throw new Error(`the vault of market ${number} still holds ${market.held}`);
  if (market.paid + market.swept !== market.received)
    throw new Error(`market ${number}: ${market.received} came in, ${market.paid} + ${market.swept} went out`);
  const { creator } = place;
  const closing = { ...sweepAddresses(world, place), creator: creator.publicKey };
  const closed = must(world.model.close(number, creator.name));
  await world.attempt('close', place, closed, [closeMarket.build(PROGRAM, closing, {})], [creator]);
}

/** Thaws the fee account, or makes it again. */
async function openFeeAccount(world: World, name: string): Promise<void> {
  const [owner = '', mintName = ''] = name.split('@');
  const mint = world.mint(mintName);
  const account = world.model.accounts.get(name);
  if (account?.frozen) {
    account.frozen = false;
    const authority = world.freezer.publicKey;
    const thaw = createThawAccountInstruction(world.token(name), mint.address, authority, [], mint.program);
    await world.attempt('freeze', null, null, [thaw], [world.freezer]);
  }
  if (!account) {
    world.model.accounts.set(name, { mint: mintName, amount: 0n, frozen: false });
    const reopen = world.reopenInstruction(world.person(owner), mint, world.freezer);
    await world.attempt('leave', null, null, [reopen], [world.freezer]);
  }
}
