import { EXIT, formLine, json, showTable, signerOf, type Terminal } from '@linesman/cli';
import {
  casesOf,
  decisionText,
  type FoundMarket,
  fetchAccount,
  type KeyPair,
  marketAccount,
  outcomesOf,
} from '@linesman/sdk/program';
import { prepareSettlement } from '@linesman/sdk/prove';
import { stateText } from './describeMarket.js';
import { fixtureOf } from './fixtureOf.js';
import { MarketSession } from './marketSession.js';
import { OwnBuffer } from './ownBuffer.js';
import { factRows, transactionRows } from './proofRows.js';
import { serviceSource } from './serviceSource.js';
import type { SettleFlags } from './settle.js';
import { acceptedOf } from './trustOf.js';

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
  const { settlement, seq, action, form, ...prepared } = await prepareSettlement({
    ...{ chain, programs, found, payer: payer.address },
    source: serviceSource(flags.service, flags),
    fixtureSport: async () => (await fixtureOf(flags, Number(terms.fixtureId)))?.sport ?? null,
    accept: acceptedOf(flags),
  });
  const { witness } = settlement;
  if (flags.explain && !flags.json) terminal.err(form.candidates.map(formLine).join(''));
  const transactions = await session.sendAll(payer, prepared.transactions, !!flags.dryRun);
  transactions.push(...(await buffer.close()));

  const after = await fetchAccount(chain, marketAccount, address, programs.settlement);
  const decided = casesOf(terms)[settlement.outcome];
  const outcome = terms.splits ? decided : outcomesOf(terms)[settlement.outcome];
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
      ['outcome', `${decisionText(terms, settlement.outcome)}: ${decided?.condition ?? 'none of them'}`],
      ...factRows(settlement.event.facts, terms.sport),
      ...(witness ? [['witness', `k${witness.stat.key}, which shows that it is final`] as const] : []),
      ['record', `${seq} of fixture ${terms.fixtureId}`],
      ['sent as', `${action}, form ${form.form}`],
      ['state', stateText(after, await session.watched(after, found.now), found.now)],
      ...transactionRows(transactions),
    ]);
  return EXIT.valid;
}
