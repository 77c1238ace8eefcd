import { type Client, type Match, systemTimers } from 'linesman/client';
import { fail, INVALID_TIMES, MATCH_BEGUN, NOTHING_TO_CLAIM, STAKING_CLOSED, WALLET_TOO_POOR } from 'linesman/error';
import { layoutByteOf, MS_PER_DAY, MS_PER_SLOT, milliseconds } from 'linesman/format';
import {
  type Address,
  associatedTokenAddress,
  type BufferedTransaction,
  bufferAddress,
  bufferClose,
  bufferedSettleTransactions,
  bufferIdOf,
  chainTime,
  cheapestForm,
  claimInstruction,
  createMarketInstruction,
  createTokenAccount,
  fetchAccount,
  finaliseInstruction,
  guardStake,
  type Market,
  type MarketTerms,
  type Mint,
  marketAccount,
  marketAddress,
  type OracleConfig,
  outcomesOf,
  type ProgramIds,
  positionAccount,
  positionAddress,
  readMint,
  readProofBuffer,
  type StakeTrust,
  stakeInstruction,
  tokenBalance,
  updatePlaceOf,
  usualMarketTimes,
  voidInstruction,
  wholeTokens,
} from 'linesman/program';
import { keysOfCondition, parseCondition, strategyOf } from 'linesman/proof';
import { findProof, httpProofSource } from 'linesman/prove';
import { settings } from '../../frame/settings.js';
import { type ChainAccess, requireChain } from '../../wallet/chain.js';
import { sendWith } from '../../wallet/send.js';
import type { Wallet } from '../../wallet/wallet.js';

/** The account layout that this page understands. */
const VERSION = 1;

export interface ListedMarket {
  readonly address: Address;
  readonly market: Market;
}

/** Every market of the settlement program, the latest first. Accounts that this page cannot read are left out. */
export async function listMarkets({ chain, programs }: ChainAccess): Promise<ListedMarket[]> {
  const found = await chain.accountsOf(programs.settlement, [{ offset: 0, bytes: marketAccount.discriminator }]);
  return found
    .flatMap(({ address, data }) => {
      try {
        const market = marketAccount.decode(data);
        return market.version === VERSION ? [{ address, market }] : [];
      } catch {
        return [];
      }
    })
    .sort((a, b) => b.market.terms.stakesClose - a.market.terms.stakesClose);
}

/** A market as it is on chain, with what a wallet has staked on each outcome. */
export interface MarketOnChain extends ListedMarket {
  readonly mint: Mint;
  /** Seconds of the chain's clock. */
  readonly now: number;
  /** Base units by outcome; null: no position. */
  readonly positions: readonly (bigint | null)[];
}

export async function readMarket(address: Address, owner: Address | null): Promise<MarketOnChain> {
  const { chain, programs } = await requireChain();
  const market = await fetchAccount(chain, marketAccount, address, programs.settlement);
  const [mint, now, positions] = await Promise.all([
    readMint(chain, market.terms.mint),
    chainTime(chain),
    owner === null ? [] : positionsOf({ chain, programs }, address, market, owner),
  ]);
  return { address, market, mint, now, positions };
}

async function positionsOf(
  { chain, programs: { settlement } }: Pick<ChainAccess, 'chain' | 'programs'>,
  market: Address,
  { terms }: Market,
  owner: Address,
): Promise<(bigint | null)[]> {
  const places = outcomesOf(terms).map(({ index }) => positionAddress(market, owner, index, settlement).address);
  const found = await chain.accounts(places);
  return found.map((one) => (one?.owner === settlement ? positionAccount.decode(one.data).amount : null));
}

/** Where a market's decision comes from: five minutes of its match, and the update of them that was proven. */
export interface Decision {
  /** Start of the five minutes, Unix ms. */
  readonly slotStart: number;
  /** Index among the match's updates of these five minutes, from 0. */
  readonly updateIndex: number;
}

/** As the settlement program wrote it; null while no proof has decided. */
export function decisionOf({ state, proposal }: Market): Decision | null {
  if ((state !== 'Proposed' && state !== 'Final') || proposal.void || proposal.orderKey === 0n) return null;
  const { epochDay, slot, updateIndex } = updatePlaceOf(proposal.orderKey);
  return { slotStart: epochDay * MS_PER_DAY + slot * MS_PER_SLOT, updateIndex };
}

/**
 * The number that the service has given to the update that decided. Null if it has no such record, which the page of
 * the proof would find out too: it verifies whatever it is given.
 */
export async function decidingSeq(client: Client, fixtureId: number, decision: Decision): Promise<number | null> {
  const records = await client.scores.ofSlot(decision.slotStart, { fixtureId });
  return records.toSorted((a, b) => a.Seq - b.Seq)[decision.updateIndex]?.Seq ?? null;
}

/** The match of a fixture, as the service says; null if it does not know it. */
export async function matchOf(client: Client, fixtureId: number): Promise<Match | null> {
  let after: string | undefined;
  do {
    const page = await client.fixtures.matches({ limit: 200, order: 'latest', ...(after !== undefined && { after }) });
    const found = page.matches.find((match) => match.fixtureId === fixtureId);
    if (found) return found;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return null;
}

/** As `linesman market` trusts: the oracle and the stablecoin of the settings, and the service about the match. */
const trustOf = ({ oracle }: ProgramIds, { stablecoinMint }: OracleConfig, match: Match | null): StakeTrust => ({
  oraclePrograms: [oracle],
  mints: [stablecoinMint],
  fixtureStart: match === null ? null : milliseconds(match.startTime),
  fixtureSport: match?.sport ?? null,
});

/** Who sees the match must not bet against who does not. Errors: MATCH_BEGUN. */
function checkNotBegun(match: Match, now: number): void {
  const kickOff = Math.floor(match.startTime / 1_000);
  if (now >= kickOff) fail(MATCH_BEGUN, { fixture: match.fixtureId, kickOff: isoTime(kickOff), now: isoTime(now) });
}

const isoTime = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** What a new market is about; the rest are terms that a careful staker accepts. */
export interface MarketWish {
  readonly match: Match;
  /** Conditions of the outcomes but the last, which is everything else. */
  readonly conditions: readonly string[];
  /** Seconds. */
  readonly challengeWindow: number;
}

const MINIMUM = 10_000n;
const MAXIMUM = 1_000_000_000_000n;

/** Makes a market, after the guards of stakers. Returns its address and the signature. */
export async function makeMarket(wallet: Wallet, wish: MarketWish): Promise<{ address: Address; signature: string }> {
  const access = await requireChain();
  const { chain, programs, config } = access;
  const { match, challengeWindow } = wish;
  const creator = wallet.address;
  const conditions = wish.conditions.map(parseCondition);
  const statKeys = [...new Set(conditions.flatMap(keysOfCondition))];
  const [mint, now] = await Promise.all([readMint(chain, config.stablecoinMint), chainTime(chain)]);
  const stakesClose = Math.floor(match.startTime / 1_000);
  const terms: MarketTerms = {
    oracleProgram: programs.oracle,
    signer: null,
    fixtureId: match.fixtureId,
    sport: layoutByteOf(match.sport),
    statKeys,
    outcomes: conditions.map((one) => strategyOf(one, statKeys)),
    finality: 'Finalised',
    ...usualMarketTimes({ stakesClose, challengeWindow }),
    mint: mint.address,
    feeBps: 0,
    feeAccount: associatedTokenAddress(mint.address, creator, mint.tokenProgram),
    minimumStake: MINIMUM,
    maximumStake: MAXIMUM,
    abandonmentVoids: true,
  };
  checkNotBegun(match, now);
  guardStake(terms, trustOf(programs, config, match));
  if (stakesClose <= now) fail(INVALID_TIMES, { stakesClose: isoTime(stakesClose), now: isoTime(now) });
  const id = await freeId(access, creator, now);
  const signature = await sendWith(access, wallet, [
    createTokenAccount(mint.address, creator, creator, mint.tokenProgram),
    createMarketInstruction({ programs, creator, id, terms, tokenProgram: mint.tokenProgram }),
  ]);
  return { address: marketAddress(creator, id, programs.settlement).address, signature };
}

/** The first id, counting from the current second, for which the creator has no market. */
async function freeId({ chain, programs }: ChainAccess, creator: Address, now: number): Promise<bigint> {
  for (let id = BigInt(now); ; id++)
    if ((await chain.account(marketAddress(creator, id, programs.settlement).address)) === null) return id;
}

/** Stakes, after the guards. Everything is read anew: what is shown may be old. Errors: those of the guards. */
export async function stakeOn(
  wallet: Wallet,
  address: Address,
  outcome: number,
  amount: bigint,
  match: Match | null,
): Promise<string> {
  const access = await requireChain();
  const { chain, programs, config } = access;
  const { market, mint, now } = await readMarket(address, null);
  const { terms } = market;
  if (market.state === 'Open') {
    if (match) checkNotBegun(match, now);
    if (terms.stakesClose <= now) fail(STAKING_CLOSED, { closed: isoTime(terms.stakesClose), now: isoTime(now) });
  }
  const source = associatedTokenAddress(terms.mint, wallet.address, mint.tokenProgram);
  const instruction = stakeInstruction({
    programs,
    market: address,
    account: market,
    owner: wallet.address,
    source,
    tokenProgram: mint.tokenProgram,
    outcome,
    amount,
    trust: trustOf(programs, config, match),
  });
  const balance = await tokenBalance(chain, source);
  if (balance < amount)
    fail(WALLET_TOO_POOR, {
      wallet: wallet.address,
      held: wholeTokens(balance, mint.decimals),
      unit: `of ${terms.mint}`,
      purpose: 'the stake',
      needed: wholeTokens(amount, mint.decimals),
    });
  return sendWith(access, wallet, [instruction]);
}

/** A step of something that takes several, as it happens. */
export interface DoneStep {
  readonly what: string;
  /** Of its transaction, if it has one. */
  readonly signature?: string;
  /** The proven record: the page of the proof shows it. */
  readonly proof?: { readonly fixture: number; readonly seq: number; readonly keys: readonly number[] };
}

/**
 * Settles a market with a proof of the service, which is checked here against the root on chain before it is sent. A
 * proof too large for one transaction goes through a buffer. Errors: NO_PROOF_YET with the reason; those of the
 * service and of the program.
 */
export async function settle(wallet: Wallet, address: Address, tell: (step: DoneStep) => void): Promise<void> {
  const access = await requireChain();
  const { chain, programs } = access;
  const { service, apiToken } = settings.value;
  const { market } = await readMarket(address, null);
  const { terms, state, proposal } = market;
  const source = httpProofSource({
    baseUrl: service ?? '',
    timers: systemTimers,
    ...(apiToken !== null && { apiToken }),
  });
  const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
  const search = await findProof({ terms, source, chain, ...(standing && { standing }) });
  if (!search.found) throw search.error;
  const { settlement, seq } = search;
  const outcome = outcomesOf(terms)[settlement.outcome]?.name;
  tell({
    what: `The service proved update ${seq}; checked here against the root on chain: ${outcome}`,
    proof: { fixture: Number(terms.fixtureId), seq, keys: terms.statKeys },
  });
  const { proof, witness } = settlement;
  const payer = wallet.address;
  const parameters = { programs, market: address, terms, proof, ...(witness && { witness }), payer };
  const form = cheapestForm(parameters);
  if (form.form !== 'buffer') {
    const signature = await sendWith(access, wallet, form.instructions);
    tell({ what: `The settlement program verified it, sent in form ${form.form}`, signature });
    return;
  }
  const id = bufferIdOf(address);
  const held = await readProofBuffer(chain, programs, payer, id);
  const steps = bufferedSettleTransactions({ ...parameters, form: form.held, owner: payer, id, standing: held });
  try {
    for (const { step, instructions } of steps.transactions.filter((one) => one.step !== 'close'))
      tell({ what: STEPS[step], signature: await sendWith(access, wallet, instructions) });
  } finally {
    // Its rent comes back whatever happened.
    if (await readProofBuffer(chain, programs, payer, id)) {
      const buffer = bufferAddress(payer, id, programs.settlement).address;
      const closing = bufferClose.build(programs.settlement, { owner: payer, buffer }, {});
      tell({ what: STEPS.close, signature: await sendWith(access, wallet, [closing]) });
    }
  }
}

const STEPS: Readonly<Record<BufferedTransaction['step'], string>> = {
  create: 'The proof is too large for one transaction, so a buffer was made',
  write: 'A part of the proof was written',
  settle: 'The settlement program verified it',
  close: 'The buffer was closed, and its rent came back',
};

/** Makes a proposal final, or voids a market that nobody settled. The program refuses if it is too early. */
export async function decide(wallet: Wallet, address: Address, what: 'finalise' | 'void'): Promise<string> {
  const access = await requireChain();
  const instruction = (what === 'finalise' ? finaliseInstruction : voidInstruction)(access.programs, address);
  return sendWith(access, wallet, [instruction]);
}

/** Pays every position of the wallet. Returns the signature and what came, in base units. Errors: NOTHING_TO_CLAIM. */
export async function claim(wallet: Wallet, address: Address): Promise<{ signature: string; paid: bigint }> {
  const access = await requireChain();
  const { chain, programs } = access;
  const owner = wallet.address;
  const { market, mint, positions } = await readMarket(address, owner);
  const held = positions.flatMap((amount, outcome) => (amount === null ? [] : [outcome]));
  if (held.length === 0) fail(NOTHING_TO_CLAIM, { owner, market: address });
  const account = associatedTokenAddress(market.terms.mint, owner, mint.tokenProgram);
  const before = await tokenBalance(chain, account);
  const common = { programs, market: address, mint: market.terms.mint, owner, payer: owner };
  const signature = await sendWith(
    access,
    wallet,
    held.map((outcome) => claimInstruction({ ...common, outcome, tokenProgram: mint.tokenProgram })),
  );
  return { signature, paid: (await tokenBalance(chain, account)) - before };
}
