import { type Client, MATCH_STATES, type MatchState } from '@linesman/sdk/client';
import { fail, MARKET_NOT_OPEN, OPTION_NEEDED } from '@linesman/sdk/error';
import { SPORTS, type Sport, statName } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import {
  type Address,
  address,
  buildTransaction,
  casesOf,
  encodeTransaction,
  type FoundMarket,
  fetchRoots,
  finaliseInstruction,
  findMarket,
  type Instruction,
  listMarkets,
  type Market,
  nextStep,
  outcomesOf,
  type ProgramIds,
  payoutWords,
  prepareClaim,
  type RpcNode,
  type StakeObjection,
} from '@linesman/sdk/program';
import { type Fact, inspectProof, parseCondition, parseProof, rootsPlaceOf, strategyOf } from '@linesman/sdk/proof';
import { type ProofSource, prepareSettlement, proveAndVerify } from '@linesman/sdk/prove';
import { type Answer, answerOf, reasonOf } from './answer.js';
import { planOf } from './plan.js';
import { untrusted } from './untrusted.js';

/** What the tools use, all fixed at the start. */
export interface Place {
  readonly chain: RpcNode;
  readonly programs: ProgramIds;
  readonly source: ProofSource;
  readonly fixtures: Pick<Client['fixtures'], 'matches'>;
  /** Who signs what is planned; null if nobody was named. */
  readonly payer: Address | null;
  /** The sport of a fixture by the service; null if it does not say. */
  sportOf(fixture: number): Promise<Sport | null>;
  /** Why a careful staker would refuse the terms. */
  objectionsTo(found: FoundMarket): Promise<readonly StakeObjection[]>;
}

/** JSON Schema, as the protocol lists it. */
type Schema = Readonly<Record<string, unknown>>;

interface Tool<Arguments> {
  readonly description: string;
  readonly properties: Readonly<Record<keyof Arguments & string, Schema>>;
  readonly required: readonly (keyof Arguments & string)[];
  run(place: Place, given: Arguments): Promise<Answer>;
}

const FIXTURE = { type: 'integer', minimum: 1, description: 'id of the match, as find_match lists it' };
const SPORT = { enum: SPORTS };
const WHERE = { type: 'string', maxLength: 300, description: 'condition on stats: k1 - k2 > 0' };
const MARKET = { type: 'string', maxLength: 44, description: 'a market of the program, as list_markets lists it' };
const LIMIT = { type: 'integer', minimum: 1, maximum: 50, default: 20 };

const define = <Arguments>(tool: Tool<Arguments>): Tool<never> => tool as unknown as Tool<never>;

export const TOOLS: Readonly<Record<string, Tool<never>>> = {
  find_match: define<{ fixture?: number; state?: MatchState; limit?: number }>({
    description: 'Lists matches as the service reports them, without proof: verify_result proves a result.',
    properties: {
      fixture: FIXTURE,
      state: { enum: MATCH_STATES },
      limit: LIMIT,
    },
    required: [],
    run: async ({ fixtures }, { fixture, state, limit = 20 }) => {
      const { matches } = await fixtures.matches({
        ...(fixture !== undefined && { fixtureId: fixture }),
        ...(state !== undefined && { states: [state] }),
        limit,
      });
      return {
        status: 'unknown',
        reasons: [],
        matches: matches.map(({ fixtureId, sport, state: now, startTime, score, ...names }) => ({
          ...{ fixture: fixtureId, sport, state: now, start: isoTime(startTime / 1_000), score },
          untrusted_participant1: untrusted(names.participant1),
          untrusted_participant2: untrusted(names.participant2),
          untrusted_competition: untrusted(names.competition),
        })),
      };
    },
  }),

  verify_result: define<{ fixture: number; sport: Sport; where: string; final?: boolean }>({
    description:
      'Proves a condition about a match with the root on chain. If verified, verdict is true or false. Set final to ' +
      'false to accept a match that is not over.',
    properties: { fixture: FIXTURE, sport: SPORT, where: WHERE, final: { type: 'boolean', default: true } },
    required: ['fixture', 'sport', 'where'],
    run: async ({ chain, programs, source }, { final = true, ...question }) => {
      const proven = await proveAndVerify({ ...question, service: source, rpc: chain, oracle: programs.oracle, final });
      const { verdict, final: isFinal, facts } = proven.result;
      return { status: 'verified', verdict, final: isFinal, facts: factsOf(facts, question.sport), seq: proven.seq };
    },
  }),

  explain_proof: define<{ proof: string; sport: Sport; where?: string }>({
    description: 'Checks the text of a proof against the root on chain, and shows which checks hold and which fail.',
    properties: { proof: { type: 'string', maxLength: 65_536 }, sport: SPORT, where: WHERE },
    required: ['proof', 'sport'],
    run: async ({ chain, programs }, { proof: text, sport, where }) => {
      const proof = parseProof(text);
      const { kind, epochDay } = rootsPlaceOf(proof);
      const { data } = await fetchRoots(chain, { kind, epochDay, oracle: programs.oracle });
      const keys = proof.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.key) : [];
      const strategy = where === undefined ? undefined : strategyOf(parseCondition(where), keys);
      const { checks, breaks, result } = inspectProof(proof, {
        ...{ sport, rootsAccount: data },
        ...(strategy && { strategy }),
      });
      const shown = checks.map(({ id, binds, state }) => ({ id, binds, state }));
      if (breaks) return { ...answerOf(breaks.error), broken: breaks.check.id, checks: shown };
      const facts = result?.kind === 'stat' ? factsOf(result.facts, sport) : [];
      const verdict = result?.kind === 'stat' ? result.verdict : null;
      return { status: 'verified', verdict, facts, checks: shown };
    },
  }),

  check_market: define<{ market: string }>({
    description:
      'Reads the terms of a market, and why a careful staker would refuse them: verified means there is no reason.',
    properties: { market: MARKET },
    required: ['market'],
    run: async (place, { market }) => {
      const found = await findMarket(place.chain, place.programs, address(market));
      const objections = await place.objectionsTo(found);
      const terms = { ...summaryOf(found.address, found.market), mint: found.market.terms.mint };
      if (objections.length === 0) return { status: 'verified', ...terms };
      return { status: 'refused', reasons: objections.map((one) => reasonOf(one.number, one.message)), ...terms };
    },
  }),

  plan_settlement: define<{ market: string }>({
    description:
      'Plans the next transaction that settles a market: proof, end of the window, or payout to the payer. Returns ' +
      'unsigned bytes and what they do. Sign only after comparing; call again after it has landed.',
    properties: { market: MARKET },
    required: ['market'],
    run: async (place, { market }) => {
      const { chain, programs } = place;
      const payer =
        place.payer ?? fail(OPTION_NEEDED, { problem: 'not alone', option: 'plan_settlement', needed: ['--payer'] });
      const found = await findMarket(chain, programs, address(market));
      const { step, instructions, ...more } = await nextTransaction(place, found, payer);
      const { transaction } = await buildTransaction({ chain, programs, payer, instructions });
      const plan = planOf(encodeTransaction(transaction), payer, programs);
      return { status: 'verified', step, ...more, plan };
    },
  }),

  list_markets: define<{ fixture?: number; limit?: number }>({
    description:
      'Lists markets of the program, those whose stakes close last first. check_market shows whether one is sound.',
    properties: { fixture: FIXTURE, limit: LIMIT },
    required: [],
    run: async ({ chain, programs }, { fixture, limit = 20 }) => {
      const markets = await listMarkets(chain, programs, { ...(fixture !== undefined && { fixture }) });
      markets.sort((a, b) => b.market.terms.stakesClose - a.market.terms.stakesClose);
      const shown = markets.slice(0, limit).map((one) => summaryOf(one.address, one.market));
      return { status: 'unknown', reasons: [], markets: shown, more: Math.max(0, markets.length - limit) };
    },
  }),
};

/** Instructions of one transaction. An upload that takes several goes on where the earlier one has ended. */
async function nextTransaction(
  { chain, programs, source, sportOf }: Place,
  found: FoundMarket,
  payer: Address,
): Promise<{ step: string; instructions: readonly Instruction[]; outcome?: number }> {
  const { market, now } = found;
  const next = nextStep(market, now);
  if (next.kind === 'clear')
    return { step: 'claim', ...(await prepareClaim({ chain, programs, found, owner: payer, payer })) };
  if (market.state === 'Proposed' && next.kind === 'prove' && next.otherwise === 'finalise')
    return { step: 'finalise', instructions: [finaliseInstruction(programs, found.address)] };
  const { transactions, settlement, action } = await prepareSettlement({
    ...{ chain, programs, found, source, payer },
    fixtureSport: () => sportOf(Number(market.terms.fixtureId)),
  });
  const [first] = transactions;
  if (first === undefined) return fail(MARKET_NOT_OPEN, { market: found.address, state: market.state });
  const step = first.step === 'settle' ? action : first.step;
  return { step, instructions: first.instructions, outcome: settlement.outcome };
}

/** What a market is about. All of it is on chain. */
const summaryOf = (market: Address, { terms, state, totals }: Market) => ({
  ...{ market, fixture: Number(terms.fixtureId), sport: terms.sport, state },
  stakes_close: isoTime(terms.stakesClose),
  outcomes: outcomesOf(terms).map(({ index, name, condition }) => ({
    ...{ index, name, pool_base_units: totals[index] ?? 0n },
    ...(terms.splits ? {} : { condition: condition ?? 'none of them' }),
  })),
  ...(terms.splits && {
    pays: casesOf(terms).map(({ index, condition }) => ({
      ...{ case: index, condition: condition ?? 'none of them', payout: payoutWords(terms, index) },
    })),
  }),
});

const factsOf = (facts: readonly Fact[], sport: Sport) =>
  facts.map(({ key, value }) => ({ key, name: statName(sport, key) ?? '', value }));
