import { LinesmanError } from '@linesman/sdk/error';
import { vaultAddress } from '@linesman/sdk/internal/program/address/settlement';
import { type Address, marketAccount, parlayAccount, tokenAccountOf } from '@linesman/sdk/program';
import { isStaked, listPools, type Pool, type PoolOf } from '../pools.js';
import type { Sight } from './findings.js';
import type { Opinion, Watched, WatchNode } from './watched.js';

/** What is wrong with the markets of an oracle and the parlays over them. */
export async function poolSights({ node: chain, oracle, settlement, opinions }: Watched): Promise<Sight[]> {
  const at = { chain, programs: { settlement } };
  // What cannot be decoded is an account of a stranger.
  const ignore = (): void => {};
  const found = await listPools(at, 'market', undefined, ignore);
  const markets = found.filter(({ account }) => account.terms.oracleProgram === oracle);
  const own = new Set(markets.map(({ address }) => address));
  const parlays = (await listPools(at, 'parlay', undefined, ignore)).filter(({ account }) =>
    account.terms.legs.some(({ market }) => own.has(market)),
  );
  const pools = [...markets, ...parlays];
  const proposed = markets.filter((one) => one.account.state === 'Proposed' && isStaked(one));
  const compared = opinions.map((opinion) => comparing(opinion, () => proposalSights(opinion, proposed)));
  return [...(await vaultSights(chain, settlement, pools)), ...(await Promise.all(compared)).flat()];
}

async function vaultSights(chain: WatchNode, settlement: Address, pools: readonly Pool[]): Promise<Sight[]> {
  const owing = pools.filter(({ account }) => account.owed > 0n);
  const vaultOf = ({ address }: Pool): Address => vaultAddress(address, settlement).address;
  const accounts = await chain.accounts(owing.map(vaultOf));
  const found = owing.map(async (pool, i): Promise<Sight[]> => {
    if (vaultFault(pool.account.owed, accounts[i]) === null) return [];
    // Between the two readings somebody may have been paid, so pool and vault are read again, in one call.
    const { kind, address: subject } = pool;
    const vault = vaultOf(pool);
    const [account, held] = await chain.accounts([subject, vault]);
    if (!account) return [];
    const { owed } = (kind === 'market' ? marketAccount : parlayAccount).decode(account.data);
    const fault = vaultFault(owed, held);
    return fault ? [{ kind: fault.kind, subject, details: { vault, holds: `${fault.holds}`, owed: `${owed}` } }] : [];
  });
  return (await Promise.all(found)).flat();
}

function vaultFault(owed: bigint, account: Awaited<ReturnType<WatchNode['account']>> | undefined) {
  const held = account ? tokenAccountOf(account.owner, account.data) : null;
  const holds = held?.amount ?? 0n;
  if (holds < owed) return { kind: 'vault-short', holds } as const;
  return held?.isFrozen ? ({ kind: 'vault-frozen', holds } as const) : null;
}

/** What a source that does not answer leaves out is said once. Errors of the chain go through. */
export async function comparing(opinion: Opinion, find: () => Promise<Sight[]>): Promise<Sight[]> {
  try {
    return await find();
  } catch (error) {
    if (!opinion.isComplete || !(error instanceof LinesmanError)) throw error;
    return [{ kind: 'not-compared', subject: opinion.of, details: { error: error.number, message: error.message } }];
  }
}

async function proposalSights(opinion: Opinion, markets: readonly PoolOf<'market'>[]): Promise<Sight[]> {
  const { of, isComplete } = opinion;
  const found = markets.map(async ({ address, account: { proposal, terms } }): Promise<Sight[]> => {
    const outcome = await opinion.outcomeOf(terms);
    const subject = `${address} ${of}`;
    const { fixtureId: fixture } = terms;
    if (outcome === null)
      return isComplete && !proposal.void ? [{ kind: 'not-in-feed', subject, details: { fixture } }] : [];
    if (outcome === proposal.outcome && !proposal.void) return [];
    const details = { fixture, proposed: proposal.void ? 'void' : proposal.outcome, source: outcome };
    return [{ kind: 'proposal-differs', subject, details }];
  });
  return (await Promise.all(found)).flat();
}
