import fc from 'fast-check';
import { splToken } from '../../../helpers/settlement/splToken.js';
import { associated } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';

/** The mint's freeze authority freezes or thaws the associated account of a user or of a fee owner. */
export const freeze = actionKind(
  'freeze',
  2,
  fc.record({ person: fc.nat(1_000), mint: fc.nat(1_000) }),
  async (world, { person, mint: number }) => {
    const owner = choose([...world.users, ...world.feeOwners], person);
    const mint = choose(world.mints, Math.floor(number / 4));
    const name = associated(owner.name, mint.name);
    const account = world.model.accounts.get(name);
    if (!world.model.mints.get(mint.name)?.freezable) return;
    // Thaws more often, or most accounts would be frozen most of the time.
    if (!account || (!account.frozen && number % 4 > 0)) return;
    const make = account.frozen ? splToken.createThawAccountInstruction : splToken.createFreezeAccountInstruction;
    account.frozen = !account.frozen;
    const authority = world.freezer.publicKey;
    const instruction = make(world.token(name), mint.address, authority, [], mint.program);
    await world.attempt('freeze', { tokens: [name] }, null, [instruction], [world.freezer]);
  },
);
