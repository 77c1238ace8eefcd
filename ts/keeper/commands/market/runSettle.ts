import type { Terminal } from 'linesman/cli';
import { EXIT, formLine, json, showTable, signerOf } from 'linesman/cli';
import { fail, MARKET_NOT_OPEN, TOO_EARLY } from 'linesman/error';
import { isoTime } from 'linesman/internal';
import {
  type BufferedForm,
  type BufferedTransaction,
  bufferedSettleTransactions,
  type CheapestFormParameters,
  cheapestForm,
  fetchAccount,
  type KeyPair,
  type Market,
  marketAccount,
  outcomesOf,
} from 'linesman/program';
import { findProof, type ProofSearch } from 'linesman/prove';
import { type CheckedSettlement, nextStep } from '../../index.js';
import { checkSport } from './checkSport.js';
import { stateText } from './describeMarket.js';
import { type FoundMarket, type MarketFlags, MarketSession } from './marketSession.js';
import { OwnBuffer } from './ownBuffer.js';
import { factRows, transactionRows } from './proofRows.js';
import { serviceSource } from './serviceSource.js';
import { timeText } from './timeText.js';

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
  const buffer = new OwnBuffer(session, payer, found.address, !!flags.dryRun);
  return await buffer.closeIfFails(() => settleMarket(session, payer, found, buffer, flags, terminal));
}

async function settleMarket(
  session: MarketSession,
  payer: KeyPair,
  found: FoundMarket,
  buffer: OwnBuffer,
  flags: SettleFlags,
  terminal: Terminal,
): Promise<number> {
  const { chain, programs } = session;
  const { address, market } = found;
  const { terms } = market;
  checkSettleable(found);
  await checkSport('settling', terms, flags);

  const search = await searchProof(session, market, flags);
  const { settlement, seq } = search;
  const { proof, witness } = settlement;
  const parameters = { programs, market: address, terms, proof, ...(witness && { witness }), payer: payer.address };
  const form = cheapestForm(parameters);
  if (flags.explain && !flags.json) terminal.err(form.candidates.map(formLine).join(''));
  const steps = form.form === 'buffer' ? await throughBuffer(buffer, form, parameters) : [form];
  const transactions = await session.sendAll(payer, steps, !!flags.dryRun);
  transactions.push(...(await buffer.close()));

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
      ...factRows(settlement.event.facts, terms.sport),
      ...(witness ? [['witness', `k${witness.stat.key}, which shows that it is final`] as const] : []),
      ['record', `${seq} of fixture ${terms.fixtureId}`],
      ['sent as', `${action}, form ${form.form}`],
      ['state', stateText(after, found.now)],
      ...transactionRows(transactions),
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

/** Errors: NO_PROOF_YET with the reason why there is none; those of the service. */
async function searchProof(
  { chain }: MarketSession,
  { terms, state, proposal }: Market,
  flags: SettleFlags,
): Promise<Extract<ProofSearch, { found: true }>> {
  const source = serviceSource(flags.service, flags);
  const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
  const search = await findProof({ terms, source, chain, ...(standing && { standing }) });
  if (!search.found) throw search.error;
  return search;
}

function actionOf({ state, proposal }: Market, { orderKey }: CheckedSettlement): 'settle' | 'correct' | 'contradict' {
  if (state === 'Open') return 'settle';
  return !proposal.void && orderKey === proposal.orderKey ? 'contradict' : 'correct';
}

/** The steps that write the proof into the buffer and settle from it; the buffer is closed in any case. */
async function throughBuffer(
  buffer: OwnBuffer,
  { held }: BufferedForm,
  parameters: CheapestFormParameters,
): Promise<BufferedTransaction[]> {
  const owner = parameters.payer;
  const { id } = buffer;
  const standing = await buffer.standing();
  const { transactions } = bufferedSettleTransactions({ ...parameters, form: held, owner, id, standing });
  return transactions.filter(({ step }) => step !== 'close');
}
