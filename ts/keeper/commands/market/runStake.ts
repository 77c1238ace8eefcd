import type { Terminal } from '@linesman/cli';
import { EXIT, json, noteTable, showTable, signerOf } from '@linesman/cli';
import { fetchOracleConfig, impliedOdds, prepareStake, settlingResult, termsInWords } from '@linesman/sdk/program';
import { baseUnitsOf, wholeTokens } from '../wholeTokens.js';
import { stateRows } from './describeMarket.js';
import { fixtureOf } from './fixtureOf.js';
import { MarketSession } from './marketSession.js';
import { oddsText, outcomeOf, outcomeText } from './outcomes.js';
import type { StakeFlags } from './stake.js';
import { trustOf } from './trustOf.js';

/** Stakes, once the terms have passed the guards and been shown. Returns the exit code. */
export async function runStake(flags: StakeFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const { chain, programs } = session;
  const wallet = signerOf(flags.keypair, flags, terminal);
  const owner = wallet.address;
  const found = await session.find(flags.market);
  const { address, market, mint } = found;
  const { terms } = market;
  const outcome = outcomeOf(flags.outcome, terms);
  const amount = baseUnitsOf('--amount', flags.amount, mint.decimals);
  const [config, fixture] = await Promise.all([
    fetchOracleConfig(chain, programs.oracle),
    fixtureOf(flags, Number(terms.fixtureId)),
  ]);
  const trust = await trustOf(flags, { chain, programs, config, fixture });
  // Checked before the terms are shown, so that untrusted terms are not advertised.
  const instruction = await prepareStake({ chain, programs, found, owner, outcome: outcome.index, amount, trust });
  const words = `${wholeTokens(amount, mint.decimals)} on ${outcome.index} ${outcomeText(outcome, terms)}`;
  if (!flags.json)
    noteTable(terminal, [
      ['market', address],
      ...termsInWords(terms, { ...found, fixture, result: settlingResult(terms, programs) }),
      ...stateRows(found),
      ['stake', words],
    ]);
  const transaction = await session.send(wallet, [instruction], !!flags.dryRun);
  const totals = market.totals.map((total, i) => (i === outcome.index ? total + amount : total));
  const odds = impliedOdds({ ...market, totals }, outcome.index);
  if (flags.json)
    terminal.out(
      json({ market: address, owner, outcome, amount: wholeTokens(amount, mint.decimals), odds, transaction }),
    );
  else
    showTable(terminal, [
      [transaction === null ? 'would stake' : 'staked', words],
      ['pays', `${oddsText(odds, terms)} for 1 if it wins, as the pools stand`],
      ['transaction', transaction ?? 'not sent; it was simulated'],
    ]);
  return EXIT.valid;
}
