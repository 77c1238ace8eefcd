import fc from 'fast-check';
import { associated, type TokenAccount } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { withExtension, withoutExtensions } from '../tokenExtension.js';
import type { Mint, Person, World } from '../world.js';

const MEMO_TRANSFER = 8;

/** Adds the extension to a fee owner's account or removes it. */
export async function sendHedge(world: World, owner: Person, mint: Mint, state: TokenAccount): Promise<void> {
  const address = world.token(associated(owner.name, mint.name));
  const account = await world.chain.account(address);
  if (!account) throw new Error('no fee account');
  const data = state.hedged
    ? withoutExtensions(account.data, [MEMO_TRANSFER])
    : withExtension(account.data, 'account', [MEMO_TRANSFER, Uint8Array.of(1)]);
  world.chain.setAccount(address, mint.program, data, account.lamports);
  state.hedged = !state.hedged;
  world.count('hedge', null);
}

/** A fee owner's account starts or stops requiring a memo with every transfer. No program sends one. */
export const hedge = actionKind(
  'hedge',
  1,
  fc.record({ owner: fc.nat(1_000), hedges: fc.nat(3) }),
  async (world, { owner: number, hedges }) => {
    const [owner, mint] = [choose(world.feeOwners, number), world.mint('new')];
    const account = world.model.accounts.get(associated(owner.name, mint.name));
    // Mostly without it, or fees could rarely be paid.
    if (account && (account.hedged || hedges === 0)) await sendHedge(world, owner, mint, account);
  },
);
