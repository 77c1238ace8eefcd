import { fetchAccount, marketAccount, parlayAccount } from 'linesman/program';
import { Clearing, type Decided } from './clearing.js';
import type { KeeperOptions } from './keeperOptions.js';
import type { Reporter } from './reporter.js';
import type { Sender } from './sender.js';

/** Pays the positions of a decided market or parlay, if the options ask for it, and sweeps the fee. */
export async function clear(
  {
    options,
    sender,
    reporter,
  }: { readonly options: KeeperOptions; readonly sender: Sender; readonly reporter: Reporter },
  decided: Decided,
  signal?: AbortSignal,
): Promise<void> {
  const { chain, programs, claim, payer } = options;
  const isMarket = decided.kind === 'market';
  let now = decided;
  if (claim && decided.account.openPositions > 0n) {
    const clearing = new Clearing(chain, programs, decided);
    for (const open of await clearing.positions()) {
      if (signal?.aborted) return;
      const { owner, outcome } = open.position;
      const instruction = await clearing.claim(open, payer.address);
      const fields = { owner, outcome };
      await sender.act(isMarket ? 'claim' : 'claim_parlay', decided, open, [instruction], fields);
    }
    now = await read(options, decided);
  }
  const clearing = new Clearing(chain, programs, now);
  const data = now.kind === 'market' ? marketAccount.encode(now.account) : parlayAccount.encode(now.account);
  const seen = { address: now.address, data };
  if (await clearing.holdsFee())
    await sender.act(isMarket ? 'sweep' : 'sweep_parlay', now, seen, [await clearing.sweep()]);
  else reporter.say(now, `${now.account.state}, nothing left to do`);
}

async function read({ chain, programs }: KeeperOptions, { kind, address }: Decided): Promise<Decided> {
  return kind === 'market'
    ? { kind, address, account: await fetchAccount(chain, marketAccount, address, programs.settlement) }
    : { kind, address, account: await fetchAccount(chain, parlayAccount, address, programs.settlement) };
}
