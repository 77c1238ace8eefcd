import { bytesToHex, type Sport } from '@linesman/sdk/format';
import type { Condition, Inspection, VerifyResult } from '@linesman/sdk/proof';
import { Moment } from '../../shared/Moment.js';
import { namesOf, useMatchBook, versusOf } from '../../shared/matchBook.js';
import { capital, conditionWords, type Sides, statWords } from '../../shared/outcomeWords.js';
import type { Roots, Vouched } from '../../shared/roots.js';
import { headlineOf, isOnChain } from './headline.js';
import type { Judgement } from './judgement.js';
import type { Question } from './subject.js';
import { factPeriod, withValues } from './words.js';

interface VerdictProps {
  readonly judgement: Judgement;
  readonly question: Question;
  readonly roots: Roots | null;
  /** Why the roots were not read from the chain, if that was tried. */
  readonly chainProblem: unknown;
  /** Verifies the proof by the rules of the older tree. */
  readonly takeAsOlder: () => void;
}

/** The answer comes first: whether the proof holds, the proven facts, and the verdict on the condition. */
export function Verdict({ judgement, question, roots, chainProblem, takeAsOlder }: VerdictProps) {
  const { inspection, refusal, condition, isOlder } = judgement;
  const fixture = fixtureOf(judgement);
  const match = useMatchBook(fixture === null ? [] : [fixture]).get(fixture ?? 0);
  const names = namesOf(match);
  if (refusal)
    return (
      <Banner kind="bad" head="This is no proof">
        <p class="code">
          error {refusal.number} {refusal.name}
        </p>
        <p class="sentence">{refusal.message}</p>
        <p>{refusal.hint}</p>
      </Banner>
    );
  if (!inspection) return null;
  if (inspection.breaks) return <Broken inspection={inspection} takeAsOlder={isOlder ? takeAsOlder : null} />;
  const { result } = inspection;
  if (!result) return null;
  return (
    <Banner {...headlineOf(result, roots, question)}>
      {condition && result.kind === 'stat' && (
        <ProofQuestion condition={condition} question={question} facts={result.facts} names={names} />
      )}
      <p class="about">
        <About result={result} title={versusOf(match, fixture ?? 0)} />
      </p>
      {result.kind === 'stat' && (
        <Facts facts={result.facts} sport={question.sport} isFinal={result.final} names={names} />
      )}
      <Compared result={result} roots={roots} chainProblem={chainProblem} />
      {result.published && roots?.vouched?.map((vouched) => <VouchedFor key={vouched.set} {...vouched} />)}
    </Banner>
  );
}

const MARKS = { good: '✓', bad: '✗', untrue: '✗', open: '?' } as const;

const Banner = ({
  kind,
  head,
  children,
}: {
  readonly kind: keyof typeof MARKS;
  readonly head: string;
  readonly children: preact.ComponentChildren;
}) => (
  <section class={`verdict ${kind}`} role="status" aria-labelledby="verdict">
    <span class="seal" aria-hidden="true">
      {MARKS[kind]}
    </span>
    <div>
      <h2 id="verdict">{head}</h2>
      {children}
    </div>
  </section>
);

function ProofQuestion({
  condition,
  question: { sport, where },
  facts,
  names,
}: {
  readonly names: Sides;
  readonly condition: Condition;
  readonly question: Question;
  readonly facts: Extract<VerifyResult, { kind: 'stat' }>['facts'];
}) {
  return (
    <p class="asked">
      <span class="words">{capital(conditionWords(condition, sport, names))}</span>
      <span class="expression">
        <code>{where.trim()}</code>
        <span aria-hidden="true">→</span>
        <code>{withValues(where.trim(), facts)}</code>
      </span>
    </p>
  );
}

const LEVELS = {
  account: 'the roots account on chain',
  slot: 'level 3, the tree of the slot',
  fixture: 'level 2, the tree of the match',
  event: 'level 1, the stats of the score record',
  signature: "the oracle's signature",
  condition: 'the condition',
} as const;

interface BrokenProps {
  readonly inspection: Inspection;
  /** Null unless it is a valid proof of the older tree. */
  readonly takeAsOlder: (() => void) | null;
}

function Broken({ inspection: { breaks }, takeAsOlder }: BrokenProps) {
  if (!breaks) return null;
  const { error, level, check, path } = breaks;
  return (
    <Banner kind="bad" head={`Broken at ${LEVELS[level]}`}>
      <p class="code">
        error {error.number} {error.name}
      </p>
      <p class="sentence">{error.message}</p>
      {takeAsOlder === null ? (
        <p>{error.hint}</p>
      ) : (
        <>
          <p>
            It is a valid proof of the older tree, which services built before all score records of a match had the same
            stats. No program accepts it any longer.
          </p>
          <p class="actions">
            <button type="button" onClick={takeAsOlder}>
              Verify it as such
            </button>
          </p>
        </>
      )}
      <dl class="compared">
        <dt>must hold</dt>
        <dd>{check.binds}</dd>
        {check.found !== null && (
          <>
            <dt>found</dt>
            <dd>{check.found}</dd>
          </>
        )}
        {check.expected !== null && (
          <>
            <dt>expected</dt>
            <dd>{check.expected}</dd>
          </>
        )}
        {path !== null && (
          <>
            <dt>in the file</dt>
            <dd>{path}</dd>
          </>
        )}
      </dl>
    </Banner>
  );
}

function Facts({
  facts,
  sport,
  isFinal,
  names,
}: {
  readonly names: Sides;
  readonly facts: Extract<VerifyResult, { kind: 'stat' }>['facts'];
  readonly sport: Sport;
  readonly isFinal: boolean;
}) {
  return (
    <ul class="facts" aria-label="Proven stats">
      {facts.map((fact) => {
        const period = factPeriod(fact, sport);
        return (
          <li key={fact.key}>
            <span class="value">{fact.value}</span>
            <span>
              {statWords(sport, fact.key, names)} <code>k{fact.key}</code>
              <br />
              <span class="quiet">
                {fact.kind === 'absent' ? 'proven to be zero' : (period ?? 'of the whole match')}
              </span>
            </span>
          </li>
        );
      })}
      <li class="final">
        <span class="value">{isFinal ? '■' : '▷'}</span>
        <span>
          {isFinal ? 'final' : 'not final'}
          <br />
          <span class="quiet">{isFinal ? 'the match is over' : 'the match was still running'}</span>
        </span>
      </li>
    </ul>
  );
}

interface ComparedProps extends Pick<VerdictProps, 'roots' | 'chainProblem'> {
  readonly result: VerifyResult;
}

function Compared({ result, roots, chainProblem }: ComparedProps) {
  const { published, mainRoot } = result;
  return (
    <p class={`compared-with ${isOnChain(result, roots) ? 'good' : 'open'}`}>
      {published && roots ? `${WHOSE[roots.from](roots.name)}: ` : `${notCompared(chainProblem)} The root is `}
      <code class="break">{bytesToHex(mainRoot)}</code>
    </p>
  );
}

/** Who else has rebuilt the root from records of their own, and says so on chain. */
function VouchedFor({ set, least, attested }: Vouched) {
  if (attested instanceof Error)
    return (
      <p class="compared-with open">
        Attesters <code class="break">{set}</code> could not be asked: {attested.message}
      </p>
    );
  const { count, keys } = attested;
  return (
    <p class={`compared-with ${count >= least ? 'good' : 'open'}`}>
      {count >= least
        ? `Vouched for by ${count} of ${keys} attesters`
        : `Only ${count} of ${keys} attesters vouch for it yet, and your settings require ${least}`}
      {': the set '}
      <code class="break">{set}</code>
    </p>
  );
}

const WHOSE: Readonly<Record<Roots['from'], (name: string) => string>> = {
  chain: () => 'The root is the one on chain, read by this browser',
  file: (name) => `The root is the one in the roots account of ${name}`,
  case: (name) => `The root is claimed by ${name}, not read from the chain`,
};

function notCompared(problem: unknown): string {
  if (problem === null) return 'Not compared with the chain yet: drop the roots account of the day, or set a node.';
  return `Not compared with the chain: ${problem instanceof Error ? problem.message : problem}`;
}

/** The match that a proof of stats is about. */
const fixtureOf = ({ proof }: Judgement): number | null => (proof?.kind === 'stat' ? proof.summary.fixtureId : null);

function About({ result, title }: { readonly result: VerifyResult; readonly title: string }) {
  switch (result.kind) {
    case 'stat':
      return (
        <>
          {title}, number {result.fixtureId}, <Moment ms={result.minTimestamp} />
        </>
      );
    case 'odds':
      return (
        <>
          Odds {result.odds.superOddsType} of match {Number(result.odds.fixtureId)}, <Moment ms={result.odds.ts} />
        </>
      );
    case 'fixture':
      return (
        <>
          {result.snapshot.participant1} – {result.snapshot.participant2}, match {Number(result.fixtureId)}
        </>
      );
    case 'fixture-batch':
      return (
        <>
          {result.metadata.totalUpdateCount} records of {result.metadata.numUniqueFixtures} matches
        </>
      );
  }
}
