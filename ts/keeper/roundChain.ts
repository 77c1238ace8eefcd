import { untilAborted } from '@linesman/sdk/internal/program/untilAborted';
import type { Address } from '@linesman/sdk/program';
import type { ProofSource } from '@linesman/sdk/prove';
import type { KeeperChain } from './keeperChain.js';

type Account = Awaited<ReturnType<KeeperChain['account']>>;

/**
 * The chain for one round. Accounts that are requested at the same moment are read together, each once. Every request
 * ends with the signal, whatever the node does.
 */
export function roundChain(chain: KeeperChain, signal: AbortSignal | undefined): KeeperChain {
  const ended =
    <A extends unknown[], T>(request: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      untilAborted(() => request(...args), signal);
  const rents = new Map<number, Promise<number>>();
  const account = ended(together((addresses) => chain.accounts(addresses)));
  return {
    latestBlockhash: ended(() => chain.latestBlockhash()),
    recentBlockhash: ended(() => chain.recentBlockhash()),
    blockHeight: ended(() => chain.blockHeight()),
    isBlockhashValid: ended((blockhash) => chain.isBlockhashValid(blockhash)),
    simulate: ended((transaction) => chain.simulate(transaction)),
    send: ended((transaction) => chain.send(transaction)),
    status: ended((signature) => chain.status(signature)),
    statuses: ended((signatures) => chain.statuses(signatures)),
    account,
    accounts: (addresses) => Promise.all(addresses.map((one) => account(one))),
    accountsOf: ended((program, filters) => chain.accountsOf(program, filters)),
    recentFees: ended((writable) => chain.recentFees(writable)),
    lamports: ended((address) => chain.lamports(address)),
    rent: ended((bytes) => {
      const rent = rents.get(bytes) ?? chain.rent(bytes);
      rents.set(bytes, rent);
      return rent;
    }),
    takesVersion1: ended(async () => (await chain.takesVersion1?.()) ?? false),
    watch: (program, filters, onChange) => chain.watch(program, filters, onChange),
  };
}

/** The service for one round. Every request ends with the signal. */
export const roundSource = (source: ProofSource, signal: AbortSignal | undefined): ProofSource => ({
  latest: (fixtureId, sport) => untilAborted(() => source.latest(fixtureId, sport), signal),
  history: (fixtureId, sport) => untilAborted(() => source.history(fixtureId, sport), signal),
  prove: (request) => untilAborted(() => source.prove(request), signal),
});

/** Reads accounts one by one through a call that reads many. A caller never gets an answer from before its request. */
function together(read: (addresses: readonly Address[]) => Promise<readonly Account[]>) {
  let next: { readonly addresses: Set<Address>; readonly answer: Promise<ReadonlyMap<Address, Account>> } | null = null;
  return async (address: Address): Promise<Account> => {
    if (next === null) {
      const addresses = new Set<Address>();
      // Sends the request after every task that runs at this moment has added its accounts.
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        next = null;
        const all = [...addresses];
        const found = await read(all);
        return new Map(all.map((one, i) => [one, found[i] ?? null]));
      });
      next = { addresses, answer };
    }
    next.addresses.add(address);
    return (await next.answer).get(address) ?? null;
  };
}
