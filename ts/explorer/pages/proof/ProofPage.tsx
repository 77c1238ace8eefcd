import { LinesmanError } from 'linesman/error';
import { bytesToHex } from 'linesman/format';
import { isAddress } from 'linesman/program';
import type { InspectedNode } from 'linesman/proof';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo, type Route } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Problem } from '../../shared/Problem.js';
import type { Roots } from '../../shared/roots.js';
import { Ask } from './Ask.js';
import { Changes } from './Changes.js';
import { readExample } from './example.js';
import { placeOf, withHash, writtenHashes } from './hashText.js';
import { AskService, Intake } from './Intake.js';
import { judge } from './judgement.js';
import { Later } from './Later.js';
import { Levels } from './Levels.js';
import { Sharing } from './Sharing.js';
import { NoQuestion, type ProofQuestion } from './serviceQuestion.js';
import { type GivenFiles, type Question, readContent, readFiles, type Subject, sportIn } from './subject.js';
import { useChainRoots } from './useChainRoots.js';
import { useDrops } from './useDrops.js';
import { Verdict } from './Verdict.js';

const NO_QUESTION: Question = { sport: 'soccer', where: '', oracleKey: '', isKeyRecorded: false, format: 'current' };

const loadMeasures = async () => (await import('./Measures.js')).Measures;
const loadFirstBet = async () => (await import('./FirstBet.js')).FirstBet;

interface Shown {
  readonly subject: Subject | null;
  /** The document, each time it was changed; the last one is shown. */
  readonly texts: readonly string[];
  readonly roots: Roots | null;
}

const NOTHING: Shown = { subject: null, texts: [], roots: null };

/** Roots that came with a proof say nothing about the next one; those that came before any proof wait for it. */
const shownWith = (before: Shown, { subject, roots }: GivenFiles): Shown => ({
  subject: subject ?? before.subject,
  texts: subject ? [subject.original] : before.texts,
  roots: roots ?? (subject && before.subject ? null : before.roots),
});

/** A proof from a file, a text or the service: the answer, why it follows, and what happens when a digit changes. */
export default function ProofPage({ route }: PageProps) {
  const settings = useSettings();
  const [{ subject, texts, roots }, setShown] = useState<Shown>(NOTHING);
  const [question, setQuestion] = useState<Question>(() => questionIn(route));
  const [selected, select] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  /** Ends what is being read or asked: only what was asked for last may come. */
  const stopLast = useRef(() => {});

  const isOfCase = useRef(false);
  const bring = useCallback((given: GivenFiles): void => {
    setProblem(null);
    if (given.subject) {
      // What a case asked says nothing about another proof.
      if (isOfCase.current && !given.question) setQuestion(NO_QUESTION);
      isOfCase.current = given.question !== undefined;
      setQuestion((before) => ({ ...before, format: 'current' }));
    }
    setShown((before) => shownWith(before, given));
    if (given.subject) select(null);
    if (given.question) setQuestion((before) => ({ ...before, ...given.question }));
  }, []);

  const bringFrom = useCallback(
    async (read: (signal: AbortSignal) => GivenFiles | Promise<GivenFiles>): Promise<void> => {
      const stop = new AbortController();
      stopLast.current();
      stopLast.current = () => {
        stop.abort();
        setBusy(false);
      };
      setBusy(true);
      try {
        const given = await read(stop.signal);
        if (stop.signal.aborted) return;
        bring(given);
        setProblem(given.problem ?? null);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(error);
      }
      if (!stop.signal.aborted) setBusy(false);
    },
    [bring],
  );

  const linked = useMemo(() => linkedIn(route), [route]);
  useEffect(() => {
    const from = questionIn(route);
    // A file may have brought its own question before this effect runs.
    if (['where', 'sport'].some((name) => route.parameters.has(name)))
      setQuestion(({ oracleKey, isKeyRecorded }) => ({ ...from, oracleKey, isKeyRecorded }));
    if (!linked) return;
    // What is shown answers another question.
    setShown(NOTHING);
    setProblem(null);
    void bringFrom(async (signal) => {
      if (linked.of === 'link') {
        const { unpacked } = await import('./packed.js');
        const subject = { name: 'the link', original: await unpacked(linked.packed), request: null, seq: null };
        const sport = linked.sport ?? from.sport;
        return { subject: { ...subject, sport: linked.sport }, question: { sport, where: from.where } };
      }
      // Whoever only drops files does not load what talks to services.
      const { fetchLinked } = await import('./fetchProof.js');
      const { subject, problem } = await fetchLinked(linked, from, settings, signal);
      const sport = linked.sport ?? subject.sport ?? from.sport;
      return { subject, question: { sport, where: from.where }, problem };
    });
    return () => stopLast.current();
  }, [linked, route, settings, bringFrom]);

  const isDragging = useDrops((files) => bringFrom(() => readFiles(files)));
  const text = texts.at(-1);
  const setTexts = (next: readonly string[]): void => setShown((before) => ({ ...before, texts: next }));
  const judgement = useMemo(() => (text === undefined ? null : judge(text, question, roots)), [text, question, roots]);
  const written = useMemo(() => writtenHashes(text ?? ''), [text]);
  const change = (node: InspectedNode, trees: readonly InspectedNode[], hex: string): void => {
    const next = text === undefined ? undefined : withHash(text, bytesToHex(node.hash), hex, placeOf(node, trees));
    if (next !== undefined && next !== text) setTexts([...texts, next]);
  };
  const compare = useCallback((of: Subject, found: Roots): void => {
    setShown((before) => (before.subject === of && !before.roots ? { ...before, roots: found } : before));
  }, []);
  const chainProblem = useChainRoots(roots ? null : subject, judgement?.proof ?? null, settings, compare);

  const takeText = (pasted: string): void => {
    bringFrom(() => readContent(new TextEncoder().encode(pasted), 'pasted text'));
  };

  return (
    <div class={`page proof${isDragging ? ' dragging' : ''}`}>
      <div class="title">
        <h1>{subject ? 'Why this is true, or not' : 'See a proof'}</h1>
        {!subject && (
          <p class="lead">
            A result is true because hashes lead from its numbers to a hash that is public on Solana. This page follows
            them, in your browser.
          </p>
        )}
        {subject?.transaction !== undefined && (
          <p class="lead">
            It stands in{' '}
            <a href={linkTo(`transaction/${subject.transaction}`)}>the transaction that settled the market</a>.
          </p>
        )}
      </div>
      <Intake
        isCompact={subject !== null}
        take={(files) => bringFrom(() => readFiles(files))}
        takeText={takeText}
        takeExample={() => bringFrom(readExample)}
      />
      <AskService
        key={route.parameters.toString()}
        asked={linked?.of === 'record' || linked?.of === 'result' ? linked : null}
        question={question}
        isBusy={isBusy}
        isAlone={subject === null}
      />
      {problem !== null && <Trouble error={problem} />}
      {!subject && settings.service !== null && <Later load={loadFirstBet} props={{}} />}
      {roots && !subject && <p role="status">Roots account: {roots.name}. Now choose a proof of its day.</p>}
      {subject && judgement && text !== undefined && (
        <>
          <Changes
            count={texts.length - 1}
            undo={() => setTexts(texts.slice(0, -1))}
            restore={() => setTexts(texts.slice(0, 1))}
          />
          <Verdict
            judgement={judgement}
            question={question}
            roots={roots}
            chainProblem={chainProblem}
            takeAsOlder={() => setQuestion({ ...question, format: 'all-stats' })}
          />
          <section class="card" aria-labelledby="question">
            <h2 id="question">The question</h2>
            <Ask question={question} conditionFault={judgement.conditionFault} said={subject.sport} set={setQuestion} />
          </section>
          {judgement.inspection && (
            <section aria-labelledby="levels">
              <h2 id="levels">From the chain down to the numbers</h2>
              <p class="quiet">
                Solid boxes are computed here, dashed ones stand in the proof. Choose one to see its hash, and change a
                digit to see what it holds together.
              </p>
              <Levels
                inspection={judgement.inspection}
                written={written}
                selected={selected}
                select={(node) => select(node === selected ? null : node)}
                change={change}
              />
            </section>
          )}
          {judgement.proof && (
            <Later load={loadMeasures} props={{ text, proof: judgement.proof, question, settings }} />
          )}
          <Sharing
            shared={{
              subject,
              text,
              isChanged: texts.length > 1,
              question,
              roots,
              proof: judgement.proof,
              inspection: judgement.inspection,
              settings,
            }}
          />
        </>
      )}
      {isDragging && (
        <div class="drop-veil" aria-hidden="true">
          <p>Drop it</p>
        </div>
      )}
    </div>
  );
}

/** Whom to ask, and what for, where the problem is that nobody was asked. */
const Trouble = ({ error }: { readonly error: unknown }) => (
  <Problem error={error}>
    {(error instanceof NoQuestion || (error instanceof LinesmanError && !error.isOfProgram)) && (
      <p>
        <a href={linkTo('settings')}>Settings: service, node and token</a>
      </p>
    )}
  </Problem>
);

function questionIn({ parameters }: Route): Question {
  const sport = sportIn(parameters.get('sport')) ?? NO_QUESTION.sport;
  return { ...NO_QUESTION, sport, where: parameters.get('where') ?? '' };
}

/** What a link leads to; null for the page alone. */
function linkedIn({ parameters }: Route): ProofQuestion | null {
  const sport = sportIn(parameters.get('sport'));
  const [market, packed, result] = ['market', 'p', 'result'].map((name) => parameters.get(name));
  if (isAddress(market)) return { of: 'market', market, sport };
  if (packed) return { of: 'link', packed, sport };
  const fixture = result ?? parameters.get('fixture');
  if (fixture === null || !/^\d{1,9}$/.test(fixture)) return null;
  const seq = parameters.get('seq');
  const keys = parameters.get('keys')?.split(',') ?? [];
  return {
    of: result ? 'result' : 'record',
    fixture: Number(fixture),
    seq: seq !== null && /^\d{1,9}$/.test(seq) ? Number(seq) : null,
    keys: keys.filter((key) => /^\d{1,9}$/.test(key)).map(Number),
    sport,
  };
}
