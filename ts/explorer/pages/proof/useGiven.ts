import { type StateUpdater, useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Route } from '../../frame/route.js';
import type { Settings } from '../../frame/settings.js';
import type { Roots } from '../../shared/roots.js';
import { linkedIn, NO_QUESTION, questionIn } from './linkedIn.js';
import type { ProofQuestion } from './serviceQuestion.js';
import type { GivenFiles, Question, Subject } from './subject.js';

interface Shown {
  readonly subject: Subject | null;
  /** The document after each change; the last one is shown. */
  readonly texts: readonly string[];
  readonly roots: Roots | null;
}

const NOTHING: Shown = { subject: null, texts: [], roots: null };

/** Roots that came with a proof do not apply to the next one; roots given before any proof are kept for it. */
const shownWith = (before: Shown, { subject, roots }: GivenFiles): Shown => ({
  subject: subject ?? before.subject,
  texts: subject ? [subject.original] : before.texts,
  roots: roots ?? (subject && before.subject ? null : before.roots),
});

/** Reads an input, until the signal aborts. */
export type ReadGiven = (signal: AbortSignal) => GivenFiles | Promise<GivenFiles>;

/** The proof that the page shows, and the question about it. */
export interface GivenProof extends Shown {
  readonly question: Question;
  /** The proof that the address names. */
  readonly linked: ProofQuestion | null;
  readonly isBusy: boolean;
  /** Why the last input gave no proof. */
  readonly problem: unknown;
  readonly ask: (question: StateUpdater<Question>) => void;
  readonly setTexts: (texts: readonly string[]) => void;
  /** Sets the roots of a proof, unless it has roots already. */
  readonly compare: (of: Subject, roots: Roots) => void;
  /** Reads only the last input. An earlier one that is still being read is dropped. */
  readonly bringFrom: (read: ReadGiven) => Promise<void>;
}

/** The latest of the files dropped, the text pasted and the proof that the address names. */
export function useGiven(route: Route, settings: Settings): GivenProof {
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [question, ask] = useState<Question>(() => questionIn(route));
  const isOfCase = useRef(false);
  const bring = useCallback((given: GivenFiles): void => {
    if (given.subject) {
      // The question of a case does not apply to another proof.
      if (isOfCase.current && !given.question) ask(NO_QUESTION);
      isOfCase.current = given.question !== undefined;
      ask((before) => ({ ...before, format: 'current' }));
    }
    setShown((before) => shownWith(before, given));
    if (given.question) ask((before) => ({ ...before, ...given.question }));
  }, []);
  const { bringFrom, stopLast, problem, isBusy, forget } = useLastRead(bring);
  const linked = useMemo(() => linkedIn(route), [route]);
  useEffect(() => {
    const from = questionIn(route);
    // A file may have set its own question before this effect runs.
    if (['where', 'sport'].some((name) => route.parameters.has(name)))
      ask(({ oracleKey, isKeyRecorded }) => ({ ...from, oracleKey, isKeyRecorded }));
    if (!linked) return;
    // The shown answer belongs to another question.
    setShown(NOTHING);
    forget();
    void bringFrom((signal) => readLinked(linked, from, settings, signal));
    return () => stopLast.current();
  }, [linked, route, settings, bringFrom, stopLast, forget]);
  const setTexts = (texts: readonly string[]): void => setShown((before) => ({ ...before, texts }));
  const compare = useCallback((of: Subject, roots: Roots): void => {
    setShown((before) => (before.subject === of && !before.roots ? { ...before, roots } : before));
  }, []);
  return { ...shown, question, linked, isBusy, problem, ask, setTexts, compare, bringFrom };
}

/** Reads one thing at a time: the next request ends the one before. */
function useLastRead(take: (given: GivenFiles) => void) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const stopLast = useRef(() => {});
  const bringFrom = useCallback(
    async (read: ReadGiven): Promise<void> => {
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
        take(given);
        setProblem(given.problem ?? null);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(error);
      }
      if (!stop.signal.aborted) setBusy(false);
    },
    [take],
  );
  const forget = useCallback(() => setProblem(null), []);
  return { bringFrom, stopLast, problem, isBusy, forget };
}

/** The proof that an address names, with the question about it. */
async function readLinked(
  linked: ProofQuestion,
  from: Question,
  settings: Settings,
  signal: AbortSignal,
): Promise<GivenFiles> {
  if (linked.of === 'link') {
    const { unpacked } = await import('./packed.js');
    const subject = { name: 'the link', original: await unpacked(linked.packed), request: null, seq: null };
    const sport = linked.sport ?? from.sport;
    return { subject: { ...subject, sport: linked.sport }, question: { sport, where: from.where } };
  }
  // Dropped files do not load the code that sends requests to services.
  const { fetchLinked } = await import('./fetchProof.js');
  const { subject, problem } = await fetchLinked(linked, from, settings, signal);
  const sport = linked.sport ?? subject.sport ?? from.sport;
  return { subject, question: { sport, where: from.where }, problem };
}
