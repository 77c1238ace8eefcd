import fc from 'fast-check';
import { splToken } from '../../../helpers/settlement/splToken.js';
import { aside, associated } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';

const DECIMALS = 6;

/** A user or fee owner closes the associated account or reopens it. Its balance waits in another account. */
export const leave = actionKind(
  'leave',
  2,
  fc.record({ person: fc.nat(1_000), mint: fc.nat(1_000) }),
  async (world, { person, mint: number }) => {
    const owner = choose([...world.users, ...world.feeOwners], person);
    const mint = choose(world.mints, Math.floor(number / 4));
    const [name, elsewhere] = [associated(owner.name, mint.name), aside(owner.name, mint.name)];
    const { accounts } = world.model;
    const [account, other] = [accounts.get(name), accounts.get(elsewhere)];
    // Reopens more often, or most accounts would be closed most of the time.
    if (account?.frozen || !other || (account && number % 4 > 0)) return;
    const move = (from: string, to: string, amount: bigint) => {
      const [source, target] = [world.token(from), world.token(to)];
      const { address, program } = mint;
      return splToken.createTransferCheckedInstruction(
        source,
        address,
        target,
        owner.publicKey,
        amount,
        DECIMALS,
        [],
        program,
      );
    };
    if (account) {
      const out = move(name, elsewhere, account.amount);
      other.amount += account.amount;
      accounts.delete(name);
      // The rent goes to the freezer, because the users' lamports are compared at the end.
      const [address, rent] = [world.token(name), world.freezer.publicKey];
      const close = splToken.createCloseAccountInstruction(address, rent, owner.publicKey, [], mint.program);
      await world.attempt('leave', { tokens: [name, elsewhere] }, null, [out, close], [owner]);
    } else {
      const back = move(elsewhere, name, other.amount);
      accounts.set(name, { mint: mint.name, amount: other.amount, frozen: false });
      other.amount = 0n;
      const reopen = world.reopenInstruction(owner, mint, world.freezer);
      await world.attempt('leave', { tokens: [name, elsewhere] }, null, [reopen, back], [world.freezer, owner]);
    }
  },
);
