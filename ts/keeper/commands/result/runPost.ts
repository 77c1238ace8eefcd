import { EXIT, json, readProof, showTable, signerOf, type Terminal, witnessLeaf } from '@linesman/cli';
import {
  CONFLICTING_OPTIONS,
  FORM_NOT_ENCODABLE,
  fail,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
  STAT_NOT_STATED,
} from '@linesman/sdk/error';
import { unstatedKey } from '@linesman/sdk/format';
import { attestationOf } from '@linesman/sdk/internal/prove/recordProof';
import {
  type Address,
  applyResultPost,
  type CheckedResultPost,
  chainMoment,
  checkFixtureSport,
  checkResultPost,
  fetchResult,
  type KeyPair,
  type MatchResult,
  postResultTransactions,
  type ResultSubject,
  resultAddress,
} from '@linesman/sdk/program';
import { findResultProof, rootsOf } from '@linesman/sdk/prove';
import { fixtureOf } from '../market/fixtureOf.js';
import { MarketSession } from '../market/marketSession.js';
import { OwnBuffer } from '../market/ownBuffer.js';
import { factRows, transactionRows } from '../market/proofRows.js';
import { serviceSource } from '../market/serviceSource.js';
import { acceptedOf } from '../market/trustOf.js';
import type { PostFlags } from './post.js';
import { subjectOf } from './subjectOf.js';

/** The proof to post, and its record; `null` for a proof from a file. */
interface Found {
  readonly post: CheckedResultPost;
  readonly seq: number | null;
}

/** The effect of the post. `known`: the result already contained the facts, so nothing was sent. */
type Effect = ReturnType<typeof applyResultPost>['effect'] | 'known';

/**
 * Posts a proof, of the service or of a file, that is checked offline. Closes the payer's buffer for the result in any
 * case: an earlier run may have been cut off before closing it. Returns the exit code.
 */
export async function runPost(flags: PostFlags, terminal: Terminal): Promise<number> {
  const session = new MarketSession(flags, terminal);
  checkSource(flags);
  const subject = await subjectOf(flags, session);
  const payer = signerOf(flags.keypair, flags, terminal);
  const { address } = resultAddress(subject, session.programs.settlement);
  const buffer = new OwnBuffer(session, payer, address, !!flags.dryRun);
  return await buffer.closeIfFails(() => post({ session, payer, subject, address, buffer }, flags, terminal));
}

/** The result to post to, and the payer. */
interface Posting {
  readonly session: MarketSession;
  readonly payer: KeyPair;
  readonly subject: ResultSubject;
  /** Of the result. */
  readonly address: Address;
  readonly buffer: OwnBuffer;
}

async function post(posting: Posting, flags: PostFlags, terminal: Terminal): Promise<number> {
  const { session, payer, subject, address, buffer } = posting;
  const { chain, programs } = session;
  const fixture = await checkFixture(subject, flags);
  const [standing, now] = await Promise.all([fetchResult(chain, programs, subject), chainMoment(chain)]);
  const { post: shown, seq } = await findPost(session, subject, standing, flags, terminal);
  checkStated(
    fixture,
    shown.facts.map(({ key }) => key),
    flags,
  );
  const { effect: applied } = applyResultPost(standing, shown, now);
  const effect: Effect = applied === 'added' && isKnown(standing, shown) ? 'known' : applied;
  const { form, transactions: steps } = await stepsOf(posting, shown);
  // The buffer is closed in any case.
  const needed = effect === 'known' ? [] : steps.filter(({ step }) => step !== 'close');
  const transactions = await session.sendAll(payer, needed, !!flags.dryRun);
  transactions.push(...(await buffer.close()));

  if (flags.json) terminal.out(json({ result: address, effect, seq, facts: shown.facts, form, transactions }));
  else
    showTable(terminal, [
      ['result', address],
      ...factRows(shown.facts, subject.sport),
      ...(seq === null ? [] : [['record', `${seq} of fixture ${subject.fixtureId}`] as const]),
      ['effect', EFFECTS[effect]],
      ['sent as', `form ${form}`],
      ...transactionRows(transactions, effect === 'known' ? 'not needed' : undefined),
    ]);
  return EXIT.valid;
}

const EFFECTS: Readonly<Record<Effect, string>> = {
  created: 'the first post about the match',
  replaced: 'a later score record than the one posted before',
  added: 'more about the score record posted before',
  contradicted: 'contradicts what was posted about the same score record, so do not rely on the result',
  known: 'the result already had this',
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

async function findPost(
  { chain }: MarketSession,
  subject: ResultSubject,
  standing: MatchResult | null,
  flags: PostFlags,
  terminal: Terminal,
): Promise<Found> {
  if (flags.proof !== undefined) {
    const proof = await readProof(flags.proof, terminal);
    if (proof.kind !== 'stat') return fail(FORM_NOT_ENCODABLE, { answer: proof.kind, form: 'post_result' });
    const other = flags.witness === undefined ? undefined : await readProof(flags.witness, terminal);
    const given = { proof, ...(other && { witness: witnessLeaf(other, proof) }) };
    const [roots, attestation] = await Promise.all([
      rootsOf(chain, subject, proof),
      attestationOf(chain, subject, proof),
    ]);
    return { post: checkResultPost(subject, given, roots, attestation), seq: null };
  }
  const { keys = [], service = '' } = flags;
  const search = await findResultProof({ subject, keys, source: serviceSource(service, flags), chain, standing });
  if (!search.found) throw search.error;
  return search;
}

async function stepsOf(
  { session: { programs }, payer, subject, buffer }: Posting,
  { proof, witness }: CheckedResultPost,
): Promise<ReturnType<typeof postResultTransactions>> {
  const standing = await buffer.standing();
  const what = { programs, payer: payer.address, subject, proof, ...(witness && { witness }) };
  return postResultTransactions({ ...what, bufferId: buffer.id, standing });
}

/**
 * Compares the sport, and the keys where they are given, with those of the fixture, if a service is named. Errors:
 * FIXTURE_SPORT_MISMATCH and STAT_NOT_STATED unless accepted; those of `fixtureOf`.
 */
async function checkFixture(terms: ResultSubject, flags: PostFlags): ReturnType<typeof fixtureOf> {
  const fixture = await fixtureOf(flags, terms.fixtureId);
  checkFixtureSport({ problem: 'posting', terms, fixtureSport: fixture?.sport ?? null, accept: acceptedOf(flags) });
  checkStated(fixture, flags.keys ?? [], flags);
  return fixture;
}

/** Errors: STAT_NOT_STATED unless accepted. */
function checkStated(fixture: Awaited<ReturnType<typeof fixtureOf>>, keys: readonly number[], flags: PostFlags): void {
  const key = unstatedKey(fixture?.statKeys ?? null, keys);
  if (!fixture || key === undefined || acceptedOf(flags).includes(STAT_NOT_STATED)) return;
  fail(STAT_NOT_STATED, { fixtureId: fixture.id, key });
}
