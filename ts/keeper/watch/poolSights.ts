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
  const vaults = owing.map(({ address }) => vaultAddress(address, settlement).address);
  const accounts = await chain.accounts(vaults);
  const sights = owing.map((pool, i) => vaultSight(pool, vaults[i] as Address, accounts[i] ?? null));
  return (await Promise.all(sights.map((one) => one && confirmed(chain, one)))).flatMap((one) => one ?? []);
}

interface Suspect {
  readonly pool: Pool;
  readonly vault: Address;
  readonly sight: Sight;
}

function vaultSight(pool: Pool, vault: Address, account: Awaited<ReturnType<WatchNode['account']>>): Suspect | null {
  const held = account && tokenAccountOf(account.owner, account.data);
  const {
    address,
    account: { owed },
  } = pool;
  const about = (kind: 'vault-short' | 'vault-frozen'): Suspect => ({
    ...{ pool, vault },
    sight: { kind, subject: address, details: { vault, holds: `${held?.amount ?? 0n}`, owed: `${owed}` } },
  });
  if ((held?.amount ?? 0n) < owed) return about('vault-short');
  return held?.isFrozen ? about('vault-frozen') : null;
}

/** Between the two readings somebody may have been paid, so pool and vault are read again, in one call. */
async function confirmed(chain: WatchNode, { pool, vault, sight }: Suspect): Promise<Sight | null> {
  if (sight.kind === 'vault-frozen') return sight;
  const [account, held] = await chain.accounts([pool.address, vault]);
  if (!account) return null;
  const { owed } = (pool.kind === 'market' ? marketAccount : parlayAccount).decode(account.data);
  return vaultSight({ ...pool, account: { ...pool.account, owed } } as Pool, vault, held ?? null)?.sight ?? null;
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
