import type { Client } from '../client/client.js';
import type { MatchPage } from '../client/match.js';
import type { PublicQuestion } from '../client/results.js';
import { type ShownMatch, shownMatches } from '../client/stage.js';
import { checkValue } from '../format/checkOptions.js';
import { OBJECT } from '../format/optionKinds.js';
import { type Market, marketAccount } from '../program/account/market.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import type { ProgramIds } from '../program/programId.js';
import type { FoundMarket } from '../program/settlement/actions/findMarket.js';
import { type ListedMarket, listMarkets, listPositions, type MarketFilter } from '../program/settlement/listMarkets.js';
import { type MarketOutcome, outcomesOf } from '../program/settlement/marketOutcomes.js';
import type { MarketTerms } from '../program/wire/terms.js';
import type { ProveAndVerifyParameters, ProvenRecord } from '../prove/proveAndVerify.js';
import { Deployment, type LinesmanNode, type LinesmanOptions } from './deployment.js';
import type { MarketQuestion, OpenedMarket, OpenMarketQuestion, ShownMarket } from './openMarket.js';
import type { Settled, SettleQuestion } from './settleWhenReady.js';
import type { Claimed, ClaimQuestion, StakeQuestion } from './stake.js';
import { type MarketWatcher, watchMarkets } from './watchMarkets.js';

const actions = () => import('./actions.js');

/** What to verify: everything that `proveAndVerify` needs and a `Linesman` does not know. */
export type VerifyQuestion = Omit<ProveAndVerifyParameters, 'service' | 'rpc' | 'oracle' | 'apiToken'>;

/** A stake that is not paid yet. */
export interface Stake extends ListedMarket {
  readonly outcome: MarketOutcome;
  /** Base units of the mint. */
  readonly amount: bigint;
}

/**
 * A deployment of the programs, a service and a wallet, as one object. Every method refuses unknown options and wrong
 * values by number, also from plain JavaScript; a method that needs a service or a signer fails with MISSING_OPTION
 * without one. Methods that use the programs look for them first: OTHER_GENESIS, PROGRAM_NOT_DEPLOYED.
 *
 * The same action again, while it is running or as long as its outcome is unknown (TRANSACTION_NOT_KNOWN), is a retry:
 * it waits for the transaction that is signed already, and signs another one only when that can no longer land.
 */
export interface Linesman {
  /** The parts, for the functions of the other entries. */
  readonly chain: LinesmanNode;
  readonly programs: ProgramIds;
  readonly client: Client | null;

  /** A page of matches: those of the subscription, or the public ones without an API token. Needs a service. */
  matches(question?: PublicQuestion): Promise<MatchPage<ShownMatch>>;

  /**
   * Proves a condition with the newest record of a match and verifies it against the root on chain. Needs a service,
   * which is not trusted. Errors: those of `proveAndVerify`.
   */
  verify(question: VerifyQuestion): Promise<ProvenRecord>;

  /** Reads a market, its mint and the clock of the chain. Errors: those of `findMarket`. */
  market(address: Address): Promise<FoundMarket>;

  /** Lists markets in the order in which their stakes close. Errors: those of `listMarkets`. */
  markets(filter?: MarketFilter): Promise<ListedMarket[]>;

  /** Lists them now and after every change. Returns the function that stops it. Errors: those of `listMarkets`. */
  watchMarkets(filter: MarketFilter, watcher: MarketWatcher): () => void;

  /** The terms that `openMarket` would sign. Errors: `usualMarketTerms`; MISSING_OPTION for an unknown sport. */
  termsFor(question: MarketQuestion): Promise<MarketTerms>;

  /** Checks a new market, and returns its terms in words and the instructions. Errors: those of `prepareMarket`. */
  prepareMarket(question: MarketQuestion): Promise<ShownMarket>;

  /**
   * Opens a market after `confirm` has got its terms in words. Errors: those of `prepareMarket` and `signAndSend`;
   * NOT_CONFIRMED.
   */
  openMarket(question: OpenMarketQuestion): Promise<OpenedMarket>;

  /** Stakes after the guard has passed the terms. Returns the signature. Errors: `prepareStake`, `signAndSend`. */
  stake(question: StakeQuestion): Promise<string>;

  /**
   * Waits until a market can be ended, and ends it: settles it with the best proof, corrects a proposal, makes it final
   * after its window, voids it after its deadline. Needs a service. Errors: those of the service that do not pass, of
   * the chain, the program and the signer; REQUEST_ABORTED.
   */
  settleWhenReady(question: SettleQuestion): Promise<Settled>;

  /** Pays every position of an owner in a decided market. Errors: those of `prepareClaim` and `signAndSend`. */
  claim(question: ClaimQuestion): Promise<Claimed>;

  /** Stakes in markets that are not paid yet. `owner`: by default the signer. Errors: those of the chain. */
  positions(owner?: Address): Promise<Stake[]>;
}

/**
 * Creates a `Linesman`. Sends nothing yet. Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; those of `openRpcNode`
 * and `createClient`.
 *
 * @example
 * ```ts
 * import { createLinesman } from '@linesman/sdk/dapp';
 * import { KeyPair } from '@linesman/sdk/program';
 *
 * const signer = KeyPair.generate(); // or a wallet: connectWallet of '@linesman/sdk/wallet'
 * const linesman = createLinesman({ rpc: 'http://127.0.0.1:8899', service: 'http://127.0.0.1:8080', signer });
 * const { matches } = await linesman.matches({ stage: 'coming' });
 * for (const { fixtureId, participant1, participant2 } of matches) console.log(fixtureId, participant1, participant2);
 * ```
 */
export function createLinesman(options: LinesmanOptions): Linesman {
  const deployment = new Deployment(options);
  const { chain, programs, client, service } = deployment;
  const read = async (filter: MarketFilter): Promise<ListedMarket[]> => {
    await deployment.config();
    return await listMarkets(chain, programs, filter);
  };
  return {
    ...{ chain, programs, client },
    matches: async (question = {}) =>
      await shownMatches(deployment.needClient(), question, { isVisitor: service?.apiToken === undefined }),
    verify: async (question) => {
      checkValue('verify', 'question', question, OBJECT);
      const access = { service: deployment.source(question.signal), rpc: chain, oracle: programs.oracle };
      return await (await actions()).proveAndVerify({ ...question, ...access });
    },
    market: async (address) => {
      checkValue('market', 'address', address, ADDRESS);
      await deployment.config();
      return await (await actions()).findMarket(chain, programs, address);
    },
    markets: async (filter = {}) => await read(filter),
    watchMarkets: (filter, watcher) => watchMarkets(deployment, filter, watcher),
    termsFor: async (question) => (await actions()).termsFor(deployment, question),
    prepareMarket: async (question) => (await actions()).prepareShown(deployment, question),
    openMarket: async (question) => (await actions()).openMarket(deployment, question),
    stake: async (question) => (await actions()).stake(deployment, question),
    settleWhenReady: async (question) => (await actions()).settleWhenReady(deployment, question),
    claim: async (question) => (await actions()).claim(deployment, question),
    positions: async (owner = deployment.needSigner().address) => {
      checkValue('positions', 'owner', owner, ADDRESS);
      await deployment.config();
      const listed = await listPositions(chain, programs, owner);
      const pools = await chain.accounts(listed.map(({ position }) => position.pool));
      return listed.flatMap(({ position }, i) => stakesIn(position, marketIn(pools[i]?.data)));
    },
  };
}

/** `null` for a parlay. */
const marketIn = (data: Uint8Array | undefined): Market | null =>
  data && marketAccount.discriminator.every((byte, i) => byte === data[i]) ? marketAccount.decode(data) : null;

function stakesIn(
  { pool, outcome, amount }: { readonly pool: Address; readonly outcome: number; readonly amount: bigint },
  market: Market | null,
): Stake[] {
  const named = market && outcomesOf(market.terms)[outcome];
  return market && named ? [{ address: pool, market, outcome: named, amount }] : [];
}
