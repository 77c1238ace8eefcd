import { AuthorityType } from '@solana/spl-token';
import fc from 'fast-check';
import { splToken } from '../../../helpers/settlement/splToken.js';
import { actionKind, choose } from '../action.js';
import { metadataInstruction } from './mintMetadata.js';

/** A mint authority is given up for good. Rare, because nothing is frozen or thawed afterwards. */
export const renounce = actionKind(
  'renounce',
  1,
  fc.record({ mint: fc.nat(1_000), authority: fc.nat(11) }),
  async (world, { mint: number, authority }) => {
    const mint = choose(world.mints, number);
    const state = world.model.mints.get(mint.name);
    const { issuer, freezer } = world;
    if (!state) return;
    if (authority === 0 && state.freezable) {
      state.freezable = false;
      const [account, type] = [freezer.publicKey, AuthorityType.FreezeAccount];
      const none = splToken.createSetAuthorityInstruction(mint.address, account, type, null, [], mint.program);
      await world.attempt('renounce_freeze', {}, null, [none], [freezer]);
    }
    if (authority === 1 && state.authority) {
      state.authority = false;
      const [account, type] = [issuer.publicKey, AuthorityType.MintTokens];
      const instructions = [
        splToken.createSetAuthorityInstruction(mint.address, account, type, null, [], mint.program),
      ];
      if (state.described)
        instructions.push(metadataInstruction(world, mint, 'update_the_authority', [new Uint8Array(32)]));
      await world.attempt('renounce_mint', {}, null, instructions, [issuer]);
    }
  },
);
