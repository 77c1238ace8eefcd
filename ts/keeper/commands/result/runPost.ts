import type { Terminal } from 'linesman/cli';
import {
  EXIT,
  factText,
  json,
  numberOf,
  readApiToken,
  readProof,
  showTable,
  signerOf,
  witnessLeaf,
} from 'linesman/cli';
import {
  CONFLICTING_OPTIONS,
  FIXTURE_SPORT_MISMATCH,
  FORM_NOT_ENCODABLE,
  fail,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
} from 'linesman/error';
import { sportOfLayout } from 'linesman/format';
import {
  type Address,
  applyResultPost,
  bufferAddress,
  bufferClose,
  type CheckedResultPost,
  checkResultPost,
  fetchResult,
  type KeyPair,
  type MatchResult,
  postResultTransactions,
  type ResultSubject,
  readProofBuffer,
  resultAddress,
} from 'linesman/program';
import { findResultProof, httpProofSource, rootsOf } from 'linesman/prove';
import { bufferIdOf, chainTime, systemTimers } from '../../index.js';
import { fixtureOf, type ServiceFlags } from '../market/fixtureOf.js';
import { type MarketFlags, MarketSession } from '../market/marketSession.js';
import { acceptedOf } from '../market/trustOf.js';
import { type SubjectFlags, subjectOf } from './resultOptions.js';

export interface PostFlags extends MarketFlags, ServiceFlags, SubjectFlags {
  readonly keypair: string;
  readonly keys?: string;
  readonly proof?: string;
  readonly witness?: string;
  readonly accept?: string;
  readonly dryRun?: true;
}

/** What to post, and the record it is of; `null`: it was read from a file. */
interface Found {
  readonly post: CheckedResultPost;
  readonly seq: number | null;
}

/** What the post did. `known`: the result said so before, so nothing was sent. */
type Effect = ReturnType<typeof applyResultPost>['effect'] | 'known';

/**
 * Posts a proof, of the service or of a file, that is checked offline. Closes the payer's buffer for the result in any
 * case: an earlier run may have been cut off before closing it. Returns the exit code.
 */
export async function runPost(flags: PostFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  const subject = subjectOf(flags, session.programs);
  checkSource(flags);
  const payer = signerOf(flags.keypair, flags, terminal);
  const { address } = resultAddress(subject, session.programs.settlement);
  try {
    return await post(session, payer, subject, address, flags, terminal);
  } catch (error) {
    // The reason it was not posted matters more. The next run closes the buffer.
    if (!flags.dryRun) await closeBuffer(session, payer, address).catch(() => {});
    throw error;
  }
}

async function post(
  session: MarketSession,
  payer: KeyPair,
  subject: ResultSubject,
  address: Address,
  flags: PostFlags,
  terminal: Terminal,
): Promise<number> {
  const { chain, programs } = session;
  await checkSport(subject, flags);
  const { post: shown, seq } = await findPost(session, subject, flags, terminal);
  const [standing, now] = await Promise.all([fetchResult(chain, programs, subject), chainTime(chain)]);
  const { effect: applied } = applyResultPost(standing, shown, now);
  const effect: Effect = applied === 'added' && isKnown(standing, shown) ? 'known' : applied;
  const { form, transactions: steps } = await stepsOf(session, payer, subject, shown, address);
  const transactions: string[] = [];
  if (effect !== 'known')
    for (const { step, instructions } of steps) {
      if (step === 'close') continue;
      const signature = await session.send(payer, instructions, !!flags.dryRun);
      if (signature === null) break;
      transactions.push(signature);
    }
  if (!flags.dryRun) transactions.push(...(await closeBuffer(session, payer, address)));

  const sport = sportOfLayout(subject.sport);
  if (flags.json) terminal.out(json({ result: address, effect, seq, facts: shown.facts, form, transactions }));
  else
    showTable(terminal, [
      ['result', address],
      ...shown.facts.map(
        (fact, i) => [i === 0 ? 'proven' : '', sport ? factText(fact, sport) : `k${fact.key}`] as const,
      ),
      ...(seq === null ? [] : [['record', `${seq} of fixture ${subject.fixtureId}`] as const]),
      ['effect', EFFECTS[effect]],
      ['sent as', `form ${form}`],
      ...(transactions.length === 0
        ? [['transaction', effect === 'known' ? 'not needed' : 'not sent; it was simulated'] as const]
        : transactions.map((one, i) => [i === 0 ? 'transaction' : '', one] as const)),
    ]);
  return EXIT.valid;
}

const EFFECTS: Readonly<Record<Effect, string>> = {
  created: 'the first post about the match',
  replaced: 'a later update than the one posted before',
  added: 'more about the update posted before',
  contradicted: 'contradicts what was posted about the same update, so nobody may rely on the result',
  known: 'the result said so before',
};

const isKnown = (standing: MatchResult | null, { facts }: CheckedResultPost): boolean =>
  facts.every(({ key }) => standing?.facts.some((fact) => fact.key === key && fact.current));

/** Errors: CONFLICTING_OPTIONS, OPTION_NEEDED, OPTION_NOT_APPLICABLE. */
function checkSource({ keys, proof, witness, service }: PostFlags): void {
  if (proof !== undefined && keys !== undefined) fail(CONFLICTING_OPTIONS, { option: '--proof', others: ['--keys'] });
  if (proof !== undefined) return;
  if (keys === undefined) fail(OPTION_NEEDED, { problem: 'no proof' });
  if (service === undefined) fail(OPTION_NEEDED, { problem: 'not alone', option: '--keys', needed: ['--service'] });
  if (witness !== undefined)
    fail(OPTION_NOT_APPLICABLE, {
      problem: 'needs',
      option: '--witness',
      for: 'a proof from a file',
      other: '--proof',
    });
}

/** The wrong sport may turn a false zero into a fact. Errors: FIXTURE_SPORT_MISMATCH. */
async function checkSport({ fixtureId, sport }: ResultSubject, flags: PostFlags): Promise<void> {
  const said = sportOfLayout(sport);
  const fixture = await fixtureOf(flags, fixtureId);
  if (!fixture?.sport || fixture.sport === said || acceptedOf(flags.accept).includes(FIXTURE_SPORT_MISMATCH)) return;
  fail(FIXTURE_SPORT_MISMATCH, { problem: 'posting', fixture: fixture.id, said, sport: fixture.sport });
}

async function findPost(
  { chain }: MarketSession,
  subject: ResultSubject,
  flags: PostFlags,
  terminal: Terminal,
): Promise<Found> {
  if (flags.proof !== undefined) {
    const proof = await readProof(flags.proof, terminal);
    if (proof.kind !== 'stat') return fail(FORM_NOT_ENCODABLE, { answer: proof.kind, form: 'post_result' });
    const other = flags.witness === undefined ? undefined : await readProof(flags.witness, terminal);
    const given = { proof, ...(other && { witness: witnessLeaf(other, proof) }) };
    const [roots, now] = await Promise.all([rootsOf(chain, subject, proof), chainTime(chain)]);
    return { post: checkResultPost(subject, given, roots, now), seq: null };
  }
  const { keys = '', service = '' } = flags;
  const apiToken = readApiToken(flags);
  const source = httpProofSource({
    baseUrl: service,
    timers: systemTimers,
    ...(apiToken !== undefined && { apiToken }),
  });
  const wanted = keys.split(',').map((key) => numberOf('--keys', key.trim(), 1, 999_999_999));
  const search = await findResultProof({ subject, keys: wanted, source, chain });
  if (!search.found) throw search.error;
  return search;
}

async function stepsOf(
  { chain, programs }: MarketSession,
  payer: KeyPair,
  subject: ResultSubject,
  { proof, witness }: CheckedResultPost,
  address: Address,
): Promise<ReturnType<typeof postResultTransactions>> {
  const bufferId = bufferIdOf(address);
  const standing = await readProofBuffer(chain, programs, payer.address, bufferId);
  const what = { programs, payer: payer.address, subject, proof, ...(witness && { witness }) };
  return postResultTransactions({ ...what, bufferId, standing });
}

/** Closes the payer's buffer for the result, if there is one: its rent goes back. Gives what was sent. */
async function closeBuffer(session: MarketSession, payer: KeyPair, result: Address): Promise<string[]> {
  const { chain, programs } = session;
  const owner = payer.address;
  const id = bufferIdOf(result);
  if ((await readProofBuffer(chain, programs, owner, id)) === null) return [];
  const buffer = bufferAddress(owner, id, programs.settlement).address;
  const signature = await session.send(payer, [bufferClose.build(programs.settlement, { owner, buffer }, {})], false);
  return signature === null ? [] : [signature];
}
