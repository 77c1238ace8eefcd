import { finalise as finaliseInstruction } from '../../../ts/sdk/program/settlement/instructions.js';
import { splToken } from '../../helpers/settlement/splToken.js';
import { associated } from '../settlementModel.js';
import { sendBufferClose } from './actions/bufferClose.js';
import { sendClaim } from './actions/claim.js';
import { sendClose } from './actions/close.js';
import { sendCloseAttestation } from './actions/closeAttestation.js';
import { sendCloseResult } from './actions/closeResult.js';
import { sendHedge } from './actions/hedge.js';
import { sendSettleParlay } from './actions/settleParlay.js';
import { sendSweep } from './actions/sweep.js';
import { sendVoid } from './actions/void.js';
import { type Place, PROGRAM, type World } from './world.js';

/** Empties every vault from the current state. Every owner is paid, every account is closed, and nothing remains. */
export async function drain(world: World): Promise<void> {
  // The log of random actions does not include these.
  const { actions, counts, model } = world;
  const before = [...counts];
  const deadlines = model.markets.flatMap((market) =>
    market && !market.closed ? [market.rules.voidAfter, market.windowEnd(model.instant)] : [],
  );
  await world.setTime(Math.max(model.now, ...deadlines));
  for (const place of world.places) await decide(world, place);
  for (const place of world.parlayPlaces) await copyLegs(world, place);
  // In either order: a decided parlay no longer needs its markets.
  for (const place of [...world.places, ...world.parlayPlaces]) await empty(world, place);
  for (const buffer of world.buffers) {
    if (!model.buffers[buffer.number]) continue;
    await sendBufferClose(world, buffer, buffer.owner, must(model.closeBuffer(buffer.number, buffer.owner.name)));
  }
  for (const { topic, payer, keptUntil } of [...model.results.values()].map((one) => ({
    topic: one.topic,
    payer: one.payer,
    keptUntil: one.keptUntil(),
  }))) {
    await world.setTime(Math.max(model.now, keptUntil));
    await sendCloseResult(world, topic, payer, must(model.closeResult(topic, payer)));
  }
  const attestations = [...model.attesters.attestations.values()];
  await world.setTime(Math.max(model.now, ...attestations.map((one) => one.keptUntil())));
  for (const { place, payer } of attestations) {
    const predicted = must(model.attesters.closeAttestation(place, payer, model.now));
    await sendCloseAttestation(world, place, payer, predicted);
  }
  world.actions = actions;
  counts.clear();
  for (const [name, count] of before) counts.set(name, count);
}

function must(refused: number | null): null {
  if (refused !== null) throw new Error(`refused with ${refused} where everything is to be emptied`);
  return refused;
}

/** An unsettled market becomes void; a proposal becomes final. */
async function decide(world: World, place: Place): Promise<void> {
  const market = world.model.market(place.number);
  if (!market) return;
  const addresses = { market: place.address, vault: place.vault };
  if (market.state === 'Open') await sendVoid(world, place, must(world.model.void(place)));
  if (market.state === 'Proposed') {
    const predicted = must(market.finalise(world.model.instant));
    await world.attempt('finalise', { places: [place] }, predicted, [
      finaliseInstruction.build(PROGRAM, addresses, {}),
    ]);
  }
}

/** Copies every leg of a parlay. This decides it and releases the markets. */
async function copyLegs(world: World, place: Place): Promise<void> {
  const { model } = world;
  const parlay = model.parlay(place.number);
  if (!parlay) return;
  for (const [leg, result] of [...parlay.results.entries()]) {
    if (result !== 'Open') continue;
    const market = world.places[parlay.rules.legs[leg]?.place ?? 0];
    if (!market) throw new Error('no market');
    const predicted = must(model.settleParlay(place.number, leg, market.number));
    await sendSettleParlay(world, place, leg, market, predicted);
  }
  if (!parlay.decided) throw new Error(`parlay ${place.number} is not decided by all its legs`);
}

async function empty(world: World, place: Place): Promise<void> {
  const name = `${place.kind} ${place.number}`;
  const pool = world.model.pool(place);
  if (!pool) return;
  for (const position of [...pool.positions.values()]) {
    const { owner: ownerName, outcome } = position;
    const owner = world.person(ownerName);
    // An owner with a frozen account names another account. No other signer is needed.
    const isFrozen = world.model.accounts.get(associated(ownerName, pool.rules.mint))?.frozen;
    await sendClaim(world, place, owner, outcome, isFrozen ? 'signed' : 'associated');
    if (pool.positions.has(`${ownerName}/${outcome}`)) throw new Error(`${ownerName}/${outcome} is not paid`);
  }
  if (pool.owed !== 0n) throw new Error(`${name} still owes ${pool.owed}`);

  // A fee account that cannot be thawed leaves only its own fees behind.
  const isOpen = await openFeeAccount(world, pool.rules.feeAccount);
  const swept = world.model.sweep(place);
  await sendSweep(world, place, isOpen ? must(swept) : swept);
  if (isOpen && pool.held !== 0n) throw new Error(`the vault of ${name} still holds ${pool.held}`);
  if (pool.paid + pool.swept + pool.held !== pool.received)
    throw new Error(`${name}: ${pool.received} came in, ${pool.paid} + ${pool.swept} + ${pool.held} went out or stay`);
  await sendClose(world, place, place.creator, must(world.model.close(place, place.creator.name)));
}

/** Thaws or recreates the fee account. Returns whether it can then receive tokens. */
async function openFeeAccount(world: World, name: string): Promise<boolean> {
  const [owner = '', mintName = ''] = name.split('@');
  const mint = world.mint(mintName);
  const account = world.model.accounts.get(name);
  if (account?.hedged) await sendHedge(world, world.person(owner), mint, account);
  if (account?.frozen) {
    if (!world.model.mints.get(mintName)?.freezable) return false;
    account.frozen = false;
    const authority = world.freezer.publicKey;
    const thaw = splToken.createThawAccountInstruction(world.token(name), mint.address, authority, [], mint.program);
    await world.attempt('freeze', { tokens: [name] }, null, [thaw], [world.freezer]);
  }
  if (!account) {
    world.model.accounts.set(name, { mint: mintName, amount: 0n, frozen: false });
    const reopen = world.reopenInstruction(world.person(owner), mint, world.freezer);
    await world.attempt('leave', { tokens: [name] }, null, [reopen], [world.freezer]);
  }
  return true;
}
