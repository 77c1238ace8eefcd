import fc from 'fast-check';
import { actionKind, choose } from '../action.js';
import { withExtension, withoutExtensions } from '../tokenExtension.js';

/** Extensions that money may not have, but with which the bank's Token-2022 still moves tokens; with their lengths. */
const REFUSED = [
  [3, 32],
  [10, 52],
  [12, 32],
] as const;

/**
 * Adds a forbidden extension to a Token-2022 mint or removes it, by writing bytes, since no instruction adds one to an
 * existing mint. The tokens in the vaults must come out nevertheless.
 */
export const mintExtension = actionKind(
  'mint_extension',
  2,
  fc.record({ extension: fc.nat(1_000), grows: fc.nat(3) }),
  async (world, { extension, grows }) => {
    const mint = world.mint('new');
    const state = world.model.mints.get(mint.name);
    // Removed more often than added, because otherwise stakes would rarely be possible.
    if (!state || (!state.refused && grows > 0)) return;
    const account = await world.chain.account(mint.address);
    if (!account) throw new Error('no mint');
    const [type, length] = choose(REFUSED, extension);
    const types = REFUSED.map(([one]) => one);
    const data = state.refused
      ? withoutExtensions(account.data, types)
      : withExtension(account.data, 'mint', [type, new Uint8Array(length)]);
    world.chain.setAccount(mint.address, mint.program, data, account.lamports);
    state.refused = !state.refused;
    world.count(state.refused ? 'mint_refused' : 'mint_fit', null);
  },
);
