import type { Terminal } from 'linesman/cli';
import { EXIT, factText, formLine, json, readApiToken, showTable, signerOf } from 'linesman/cli';
import { FIXTURE_SPORT_MISMATCH, fail, MARKET_NOT_OPEN, TOO_EARLY } from 'linesman/error';
import { type Sport, sportOfLayout } from 'linesman/format';
import {
  type Address,
  type BufferedForm,
  bufferAddress,
  bufferClose,
  bufferedSettleTransactions,
  type CheapestFormParameters,
  cheapestForm,
  fetchAccount,
  type KeyPair,
  type Market,
  marketAccount,
  readProofBuffer,
} from 'linesman/program';
import { findProof, httpProofSource, type ProofSearch } from 'linesman/prove';
import { bufferIdOf, type CheckedSettlement, nextStep, systemTimers } from '../../index.js';
import { stateText } from './describeMarket.js';
import { type Fixture, fixtureOf } from './fixtureOf.js';
import { type FoundMarket, type MarketFlags, MarketSession } from './marketSession.js';
import { outcomesOf } from './outcomes.js';
import { isoTime, timeText } from './timeText.js';
import { acceptedOf } from './trustOf.js';

export interface SettleFlags extends MarketFlags {
  readonly market: string;
  readonly keypair: string;
  readonly service: string;
  readonly apiTokenFile?: string;
  readonly accept?: string;
  readonly explain?: true;
  readonly dryRun?: true;
}

/**
 * Settles a market, or corrects its proposal, with a proof from the service that is checked offline. Closes the payer's
 * buffer for the market in any case: an earlier run may have been cut off before closing it.
 * Returns the exit code.
 */
export async function runSettle(flags: SettleFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const payer = signerOf(flags.keypair, flags, terminal);
  const found = await session.find(flags.market);
  try {
    return await settleMarket(session, payer, found, flags, terminal);
  } catch (error) {
    // The reason it was not settled matters more. The next run closes the buffer.
    if (!flags.dryRun) await closeBuffer(session, payer, found.address).catch(() => {});
    throw error;
  }
}

async function settleMarket(
  session: MarketSession,
  payer: KeyPair,
  found: FoundMarket,
  flags: SettleFlags,
  terminal: Terminal,
): Promise<number> {
  const { chain, programs } = session;
  const { address, market } = found;
  const { terms } = market;
  checkSettleable(found);
  checkSport(await fixtureOf(flags, Number(terms.fixtureId)), market, flags);

  const search = await searchProof(session, market, flags);
  const { settlement, seq } = search;
  const { proof, witness } = settlement;
  const parameters = { programs, market: address, terms, proof, ...(witness && { witness }), payer: payer.address };
  const form = cheapestForm(parameters);
  if (flags.explain && !flags.json) terminal.err(form.candidates.map(formLine).join(''));
  const transactions =
    form.form === 'buffer'
      ? await throughBuffer(session, payer, form, parameters, !!flags.dryRun)
      : sentOnes(await session.send(payer, form.instructions, !!flags.dryRun));
  if (!flags.dryRun) transactions.push(...(await closeBuffer(session, payer, address)));

  const after = await fetchAccount(chain, marketAccount, address, programs.settlement);
  const outcome = outcomesOf(terms)[settlement.outcome];
  const action = actionOf(market, settlement);
  if (flags.json)
    terminal.out(
      json({
        ...{ market: address, action, outcome, seq, facts: settlement.event.facts, form: form.form },
        ...(flags.explain && { forms: form.candidates }),
        ...{ state: after.state, transactions },
      }),
    );
  else
    showTable(terminal, [
      ['outcome', `${outcome?.index} ${outcome?.name}: ${outcome?.condition ?? 'none of them'}`],
      ...factRows(settlement, sportOfLayout(terms.sport)),
      ['record', `${seq} of fixture ${terms.fixtureId}`],
      ['sent as', `${action}, form ${form.form}`],
      ['state', stateText(after, found.now)],
      ...(transactions.length === 0
        ? [['transaction', 'not sent; it was simulated'] as const]
        : transactions.map((one, i) => [i === 0 ? 'transaction' : '', one] as const)),
    ]);
  return EXIT.valid;
}

/** Errors: MARKET_NOT_OPEN decided already, TOO_EARLY. */
function checkSettleable({ address, market, now }: FoundMarket): void {
  const step = nextStep(market, now);
  if (step.kind === 'clear') fail(MARKET_NOT_OPEN, { market: address, state: stateText(market, now) });
  // Before that, only a proof of abandonment may exist, which the keeper proposes.
  const from = Math.max(market.terms.stakesClose, market.terms.earliest);
  if (market.state === 'Open' && now < from)
    fail(TOO_EARLY, { market: address, from: timeText(from, now), now: isoTime(now) });
}

/** Terms with the wrong sport may accept a false zero for a stat that was not zero. Errors: FIXTURE_SPORT_MISMATCH. */
function checkSport(fixture: Fixture | null, { terms }: Market, { accept }: SettleFlags): void {
  const said = sportOfLayout(terms.sport);
  if (!fixture?.sport || fixture.sport === said || acceptedOf(accept).includes(FIXTURE_SPORT_MISMATCH)) return;
  fail(FIXTURE_SPORT_MISMATCH, { problem: 'settling', fixture: fixture.id, said, sport: fixture.sport });
}

/** Errors: NO_PROOF_YET with the reason why there is none; those of the service. */
async function searchProof(
  { chain }: MarketSession,
  { terms, state, proposal }: Market,
  flags: SettleFlags,
): Promise<Extract<ProofSearch, { found: true }>> {
  const apiToken = readApiToken(flags);
  const source = httpProofSource({
    baseUrl: flags.service,
    timers: systemTimers,
    ...(apiToken !== undefined && { apiToken }),
  });
  const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
  const search = await findProof({ terms, source, chain, ...(standing && { standing }) });
  if (!search.found) throw search.error;
  return search;
}

function actionOf({ state, proposal }: Market, { orderKey }: CheckedSettlement): 'settle' | 'correct' | 'contradict' {
  if (state === 'Open') return 'settle';
  return !proposal.void && orderKey === proposal.orderKey ? 'contradict' : 'correct';
}

const sentOnes = (signature: string | null): string[] => (signature === null ? [] : [signature]);

/** Writes the proof into a buffer and settles from it. With `isDryRun` only the first step can be simulated. */
async function throughBuffer(
  session: MarketSession,
  payer: KeyPair,
  { held }: BufferedForm,
  parameters: CheapestFormParameters,
  isDryRun: boolean,
): Promise<string[]> {
  const { chain, programs } = session;
  const owner = payer.address;
  const id = bufferIdOf(parameters.market);
  const standing = await readProofBuffer(chain, programs, owner, id);
  const { transactions } = bufferedSettleTransactions({ ...parameters, form: held, owner, id, standing });
  const sent: string[] = [];
  for (const { step, instructions } of transactions) {
    if (step === 'close') continue;
    const signature = await session.send(payer, instructions, isDryRun);
    if (signature === null) return sent;
    sent.push(signature);
  }
  return sent;
}

/** Closes the payer's buffer for the market, if there is one, which returns its rent. Returns the signature. */
async function closeBuffer(session: MarketSession, payer: KeyPair, market: Address): Promise<string[]> {
  const { chain, programs } = session;
  const owner = payer.address;
  const id = bufferIdOf(market);
  if ((await readProofBuffer(chain, programs, owner, id)) === null) return [];
  const buffer = bufferAddress(owner, id, programs.settlement).address;
  return sentOnes(await session.send(payer, [bufferClose.build(programs.settlement, { owner, buffer }, {})], false));
}

const factRows = ({ event, witness }: CheckedSettlement, sport: Sport | undefined): (readonly [string, string])[] => [
  ...event.facts.map((fact, i) => [i === 0 ? 'proven' : '', sport ? factText(fact, sport) : `k${fact.key}`] as const),
  ...(witness ? [['witness', `k${witness.stat.key}, which shows that it is final`] as const] : []),
];
