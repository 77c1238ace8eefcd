import { type Client, systemTimers } from '@linesman/sdk/client';
import {
  CHAIN_CLOCK_BEHIND,
  isError,
  NO_BOUND_FOR_LATE_ROOTS,
  RECORD_NOT_FOUND,
  UNTRUSTED_UPGRADES,
} from '@linesman/sdk/error';
import { MS_PER_DAY, MS_PER_SLOT } from '@linesman/sdk/format';
import {
  type Address,
  type AskedOutcomes,
  type BufferedTransaction,
  chainMoment,
  chainTime,
  type FoundMarket,
  fetchStakeTrust,
  finaliseInstruction,
  findMarket,
  findMarketEnds,
  type ListedMarket,
  listMarkets,
  listPositions,
  type Market,
  type MarketTerms,
  type Mint,
  type OwnPosition,
  ownPositions,
  prepareBufferClosing,
  prepareClaim,
  prepareMarket,
  prepareStake,
  readMint,
  reviewStake,
  type StakeObjection,
  type StakeTrust,
  signerVersion,
  termsHash,
  tokenBalance,
  updatePlaceOf,
  usualMarketTerms,
  voidInstruction,
  type WatchedEnd,
} from '@linesman/sdk/program';
import { httpProofSource, prepareSettlement } from '@linesman/sdk/prove';
import { serviceClient } from '../../frame/connection.js';
import { addressesIn, settings, trustedAttesters } from '../../frame/settings.js';
import { namesOf } from '../../shared/matchBook.js';
import { isVisitor, shownMatches } from '../../shared/shownMatches.js';
import { type ChainAccess, requireChain } from '../../wallet/chain.js';
import type { ShownStep } from '../../wallet/Steps.js';
import { sendWith } from '../../wallet/send.js';
import type { Wallet } from '../../wallet/wallet.js';
import { caseWords, conditionToShow, type MatchOfMarket } from './words.js';

/** A market of the settlement program, with its end. */
export interface WatchedMarket extends ListedMarket {
  readonly watched: WatchedEnd;
}

/** Every market of the settlement program. Accounts that this page cannot read are left out. */
export async function watchedMarkets({ chain, programs }: ChainAccess): Promise<WatchedMarket[]> {
  const [listed, now] = await Promise.all([listMarkets(chain, programs), chainMoment(chain)]);
  const markets = listed.map(({ market }) => market);
  const ends = await findMarketEnds(chain, programs, markets, now);
  return listed.map((one, i) => ({ ...one, watched: ends[i] as WatchedEnd }));
}

/** A market on chain, with the positions and the buffer of a wallet. */
export interface MarketOnChain extends FoundMarket {
  readonly watched: WatchedEnd;
  readonly positions: readonly OwnPosition[];
  /** Whether the wallet has left a buffer for this market, so that its rent can be returned. */
  readonly hasBuffer: boolean;
}

export async function readMarket(address: Address, owner: Address | null): Promise<MarketOnChain> {
  const { chain, programs } = await requireChain();
  const market = await findMarket(chain, programs, address);
  const [watched] = await findMarketEnds(chain, programs, [market.market], market.now);
  const found = { ...market, watched: watched as WatchedEnd };
  if (owner === null) return { ...found, positions: [], hasBuffer: false };
  const [positions, closing] = await Promise.all([
    ownPositions(chain, programs, found, owner),
    prepareBufferClosing(chain, programs, owner, address),
  ]);
  return { ...found, positions, hasBuffer: closing !== null };
}

/** The markets in which a wallet has a position. */
export const ownMarkets = async ({ chain, programs }: ChainAccess, owner: Address): Promise<ReadonlySet<Address>> =>
  new Set((await listPositions(chain, programs, owner)).map(({ position }) => position.pool));

/** Start (Unix ms) of the five minutes that decided a market; null while no proof has. */
export function decidedSlot({ state, proposal }: Market): number | null {
  if ((state !== 'Proposed' && state !== 'Final') || proposal.void || proposal.orderKey === 0n) return null;
  const { epochDay, slot } = updatePlaceOf(proposal.orderKey);
  return epochDay * MS_PER_DAY + slot * MS_PER_SLOT;
}

/**
 * The match of a fixture, according to the service; null if the service does not know it, or does not show it to this
 * visitor.
 */
async function matchOf(client: Client, fixtureId: number): Promise<MatchOfMarket | null> {
  try {
    return (await shownMatches(client, { fixtureId })).matches[0] ?? null;
  } catch (error) {
    // It shows matches to subscribers only.
    if (isVisitor() && isError(error, RECORD_NOT_FOUND)) return null;
    throw error;
  }
}

/**
 * The embedded chain of a test wallet belongs to whoever started it, its world publishes days at once, and has its own
 * time.
 */
const OF_A_TEST_CHAIN = [NO_BOUND_FOR_LATE_ROOTS, UNTRUSTED_UPGRADES, CHAIN_CLOCK_BEHIND] as const;

/**
 * The same trust as that of `linesman market`: the oracle, the stablecoin, the attesters and the upgrade authorities of
 * the settings, and the service about the match. Errors: ACCOUNT_NOT_FOUND and WRONG_ATTESTER_SET of a trusted set that
 * the terms name.
 */
async function trustOf(
  { chain, programs, config }: ChainAccess,
  { attesters }: MarketTerms,
  match: MatchOfMarket | null,
  { kind }: Wallet,
): Promise<StakeTrust> {
  return await fetchStakeTrust(chain, programs, {
    fixture: match && { start: match.startTime, sport: match.sport, statKeys: match.statKeys },
    mints: [config.stablecoinMint],
    attesters: trustedAttesters(settings.value.attesters)?.filter(({ set }) => set === attesters?.set) ?? [],
    upgradeAuthorities: addressesIn(settings.value.upgradeAuthorities) ?? [],
    accept: kind === 'test' ? OF_A_TEST_CHAIN : [],
  });
}

/** Why a stake on these terms would be refused. */
export async function objectionsTo(
  terms: MarketTerms,
  match: MatchOfMarket | null,
  wallet: Wallet,
): Promise<readonly StakeObjection[]> {
  const trust = await trustOf(await requireChain(), terms, match, wallet);
  return reviewStake(terms, trust).filter(({ number }) => !trust.accept?.includes(number));
}

/** The match according to the service now; null without a service, or if it does not answer. */
export async function matchNow(fixtureId: number): Promise<MatchOfMarket | null> {
  const client = serviceClient();
  return client && (await matchOf(client, fixtureId));
}

/** The choices for a new market. All other terms are ones that a careful staker accepts. */
export interface MarketWish {
  readonly match: MatchOfMarket;
  readonly bet: AskedOutcomes;
  /** Seconds. */
  readonly challengeWindow: number;
}

/** The terms that follow from these choices, for their creator. Errors: those of a condition or a line. */
export const termsOf = (
  { match, bet, challengeWindow }: MarketWish,
  { programs }: Pick<ChainAccess, 'programs'>,
  mint: Mint,
  creator: Address,
): MarketTerms =>
  usualMarketTerms({
    ...{ oracleProgram: programs.oracle, mint, creator, ...bet, challengeWindow },
    fixture: { id: match.fixtureId, sport: match.sport, start: match.startTime },
  });

/** The stablecoin of the deployment, and the chain's clock in seconds. */
export async function readMoney(): Promise<{
  readonly access: ChainAccess;
  readonly mint: Mint;
  readonly now: number;
}> {
  const access = await requireChain();
  const [mint, now] = await Promise.all([
    readMint(access.chain, access.config.stablecoinMint),
    chainTime(access.chain),
  ]);
  return { access, mint, now };
}

/** Creates a market with the shown terms, after the guards of stakers. Returns its address and signature. */
export async function makeMarket(
  wallet: Wallet,
  terms: MarketTerms,
): Promise<{ readonly address: Address; readonly signature: string }> {
  const { access, mint } = await readMoney();
  const { chain, programs } = access;
  // The start of the match may have moved since it was shown.
  const trust = await trustOf(access, terms, await matchNow(terms.fixtureId), wallet);
  const prepared = await prepareMarket({ chain, programs, creator: wallet.address, terms, mint, trust });
  return { address: prepared.address, signature: await sendWith(access, wallet, prepared.instructions) };
}

/**
 * Stakes on a market with the terms that were shown. Everything else is read again, because the page may be outdated,
 * and the start may have moved. Errors: those of `prepareStake`.
 */
export async function stakeOn(
  wallet: Wallet,
  address: Address,
  seen: MarketTerms,
  outcome: number,
  amount: bigint,
): Promise<string> {
  const access = await requireChain();
  const { chain, programs } = access;
  const match = await matchNow(seen.fixtureId);
  const found = await findMarket(chain, programs, address);
  const trust = await trustOf(access, found.market.terms, match, wallet);
  const action = { chain, programs, found, owner: wallet.address, outcome, amount, trust, seenTerms: termsHash(seen) };
  return sendWith(access, wallet, [await prepareStake(action)]);
}

/**
 * Settles a market with a proof of the service, which is checked here against the root on chain before it is sent. A
 * proof too large for one transaction goes through a buffer. Errors: those of `prepareSettlement`, and of the program.
 */
export async function settle(wallet: Wallet, address: Address, tell: (step: ShownStep) => void): Promise<void> {
  const access = await requireChain();
  const { chain, programs } = access;
  const { service, apiToken } = settings.value;
  const found = await findMarket(chain, programs, address);
  const { terms } = found.market;
  const fixture = terms.fixtureId;
  const match = await matchNow(fixture);
  const prepared = await prepareSettlement({
    ...{ chain, programs, found, payer: wallet.address },
    source: httpProofSource({
      baseUrl: service ?? '',
      timers: systemTimers,
      ...(apiToken !== null && { apiToken }),
    }),
    fixtureSport: async () => match?.sport ?? null,
    version: signerVersion(wallet),
  });
  const { settlement, seq, form, transactions } = prepared;
  const decided = caseWords(terms, settlement.outcome, namesOf(match));
  tell({
    what: `The service proved update ${seq}; checked here against the root on chain: ${decided}`,
    proof: { fixture, seq, keys: terms.statKeys },
    where: conditionToShow(terms, settlement.outcome),
    sport: terms.sport,
  });
  const isBuffered = form.form === 'buffer';
  try {
    for (const { step, instructions } of transactions) {
      const what = step === 'settle' && !isBuffered ? `${STEPS.settle}, sent in form ${form.form}` : STEPS[step];
      tell({ what, signature: await sendWith(access, wallet, instructions) });
    }
  } catch (error) {
    // The reason of the first failure matters more. The page offers to close a remaining buffer.
    if (isBuffered) await closeBuffer(wallet, address, tell).catch(() => {});
    throw error;
  }
  // The market is settled even if closing the buffer fails.
  if (isBuffered) await closeBuffer(wallet, address, tell).catch(() => {});
}

const STEPS: Readonly<Record<BufferedTransaction['step'], string>> = {
  create: 'The proof is too large for one transaction, so a buffer was created',
  write: 'A part of the proof was written',
  settle: 'The settlement program verified it',
  close: 'The buffer was closed, and its rent came back',
};

/** Closes the wallet's buffer for a market, if there is one. */
export async function closeBuffer(wallet: Wallet, market: Address, tell: (step: ShownStep) => void): Promise<void> {
  const access = await requireChain();
  const closing = await prepareBufferClosing(access.chain, access.programs, wallet.address, market);
  if (closing) tell({ what: STEPS.close, signature: await sendWith(access, wallet, [closing]) });
}

const DECISIONS = { finalise: finaliseInstruction, void: voidInstruction } as const;

export type Deciding = keyof typeof DECISIONS;

/** Makes a proposal final, or voids an unsettled market. The program refuses if it is too early. */
export async function decide(wallet: Wallet, address: Address, what: Deciding): Promise<string> {
  const access = await requireChain();
  const instruction = DECISIONS[what](access.programs, address);
  return sendWith(access, wallet, [instruction]);
}

/**
 * Pays every position of the wallet. Returns the signature and the received amount in base units. Errors:
 * NOTHING_TO_CLAIM.
 */
export async function claim(wallet: Wallet, address: Address): Promise<{ signature: string; paid: bigint }> {
  const access = await requireChain();
  const { chain, programs } = access;
  const owner = wallet.address;
  const found = await findMarket(chain, programs, address);
  const { account, instructions } = await prepareClaim({ chain, programs, found, owner, payer: owner });
  const before = await tokenBalance(chain, account);
  const signature = await sendWith(access, wallet, instructions);
  return { signature, paid: (await tokenBalance(chain, account)) - before };
}
