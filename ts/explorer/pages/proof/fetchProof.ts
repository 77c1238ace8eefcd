import { createClient, sportOfFixture } from '@linesman/sdk/client';
import { LinesmanError } from '@linesman/sdk/error';
import type { Sport } from '@linesman/sdk/format';
import { findMarket } from '@linesman/sdk/program';
import { keysOfCondition, parseCondition } from '@linesman/sdk/proof';
import { findSettlement, proveAndVerify, RecordingSource } from '@linesman/sdk/prove';
import { fetchNode } from '@linesman/sdk/rpc';
import { chainReader, serviceClient } from '../../frame/connection.js';
import { onAnswer } from '../../frame/connectionState.js';
import type { Settings } from '../../frame/settings.js';
import { namesOf } from '../../shared/matchBook.js';
import { proofText } from '../../shared/proofText.js';
import { NoQuestion, type ProofQuestion, type ServiceQuestion } from './serviceQuestion.js';
import type { Question, Subject } from './subject.js';

/** An answer, with any additional error, such as a chain that does not respond. */
export interface Fetched {
  readonly subject: Subject;
  readonly problem: LinesmanError | null;
}

/** The proof that a link names. Errors: NoQuestion; those of `fetchAnswer`, and of reading the chain. */
export async function fetchLinked(
  asked: Exclude<ProofQuestion, { of: 'link' }>,
  question: Question,
  settings: Settings,
  signal: AbortSignal,
): Promise<Fetched> {
  switch (asked.of) {
    case 'market':
      return await settledBy(asked, settings);
    case 'result':
      return await fetchResult(asked, settings, signal);
    case 'record':
      return await fetchAnswer(asked, question, settings, signal);
  }
}

/** The proof that decided a market, from the transaction on chain, without a request to a service. */
async function settledBy(
  { market, sport }: Extract<ProofQuestion, { of: 'market' }>,
  settings: Settings,
): Promise<Fetched> {
  const { rpc, settlement } = settings;
  if (rpc === null) throw new NoQuestion('The proof of a market is on chain, but you have not set an RPC node.');
  const node = fetchNode(rpc);
  const found = await findMarket(node, { settlement }, market);
  const { terms } = found.market;
  const settled = await findSettlement({ node, settlement, market, terms });
  if (!settled) throw new NoQuestion('The node has no transaction that settled this market with a proof.');
  const original = proofText(settled.proof);
  const name = 'the transaction that settled the market';
  const { signature: transaction } = settled;
  return { subject: { name, original, request: null, seq: null, sport, transaction }, problem: null };
}

/** The proof of a result, which needs no token. */
async function fetchResult({ fixture, keys }: ServiceQuestion, settings: Settings, signal: AbortSignal) {
  const { service } = settings;
  if (service === null) throw new NoQuestion('You have not set a service.');
  let original = '';
  const { results } = createClient({
    baseUrl: service,
    onAnswer,
    fetch: async (...asked) => {
      const answer = await fetch(...asked);
      original = await answer.clone().text();
      return answer;
    },
  });
  const [page] = await Promise.all([
    serviceClient()?.results.matches({ fixtureId: fixture, signal }),
    results.prove({ fixtureId: fixture, keys: keys.length > 0 ? keys : [1, 2], signal }),
  ]);
  const match = page?.matches[0];
  const name = `the result of ${match ? namesOf(match).join(' – ') : `match ${fixture}`}`;
  return { subject: { name, original, request: null, seq: null, sport: match?.sport ?? null }, problem: null };
}

/**
 * Asks the service for a proof. A broken proof is returned like any other, and the page shows where it breaks. Errors:
 * NoQuestion; those of `proveAndVerify` when no proof came.
 */
async function fetchAnswer(
  asked: ServiceQuestion,
  question: Question,
  { service, apiToken, oracle }: Settings,
  signal: AbortSignal,
): Promise<Fetched> {
  if (service === null) throw new NoQuestion('You have not set a service.');
  const { fixture, seq } = asked;
  const keys = asked.keys.length > 0 ? asked.keys : keysOfCondition(parseCondition(question.where));
  const said = await sportOf(fixture, signal);
  const sport = asked.sport ?? said ?? question.sport;
  const source = new RecordingSource({ service, signal, onAnswer, ...(apiToken !== null && { apiToken }) });
  const chain = chainReader();
  let problem: LinesmanError | null = null;
  if (chain === null) {
    if (seq === null) throw new NoQuestion('Without an RPC node, enter which record to prove.');
    await source.prove({ version: 3, fixtureId: fixture, seq, keys });
  } else {
    const where = question.where.trim();
    try {
      const common = { service: source, rpc: chain, oracle, fixture, sport, keys };
      await proveAndVerify({ ...common, ...(seq !== null && { seq }), ...(where !== '' && { where }) });
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      // An answer that the verifier refuses is shown in full; any other error is shown beside it.
      if (source.received.length === 0 && seq === null) throw error;
      if (!error.isOfProgram) problem = error;
    }
    if (source.received.length === 0 && seq !== null && problem) throw problem;
  }
  const received = source.received.at(-1);
  if (!received) throw problem ?? new NoQuestion("The service's answer is not a proof.");
  const { answer, request } = received;
  const name = `fixture ${fixture}, record ${received.seq}`;
  return { subject: { name, original: answer, request, seq: received.seq, sport: said }, problem };
}

/**
 * The sport according to the service; null if it does not say. Proofs do not name their sport, and another sport would
 * give the numbers other names.
 */
async function sportOf(fixture: number, signal: AbortSignal): Promise<Sport | null> {
  try {
    const client = serviceClient();
    return client && (await sportOfFixture(client, { FixtureId: fixture }, { signal }));
  } catch (error) {
    // The request for the proof will report why the service does not answer.
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}
