import { LinesmanError } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/format';
import type { InspectedNode } from '@linesman/sdk/proof';
import { useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { type Settings, useSettings } from '../../frame/settings.js';
import { Problem } from '../../shared/Problem.js';
import { Ask } from './Ask.js';
import { Changes } from './Changes.js';
import { readExample } from './example.js';
import { placeOf, withHash, writtenHashes } from './hashText.js';
import { AskService, Intake } from './Intake.js';
import { type Judgement, judge } from './judgement.js';
import { Later } from './Later.js';
import { Levels } from './Levels.js';
import { Sharing } from './Sharing.js';
import { NoQuestion } from './serviceQuestion.js';
import { readContent, readFiles, type Subject } from './subject.js';
import { useChainRoots } from './useChainRoots.js';
import { useDrops } from './useDrops.js';
import { type GivenProof, useGiven } from './useGiven.js';
import { Verdict } from './Verdict.js';

const loadMeasures = async () => (await import('./Measures.js')).Measures;
const loadFirstBet = async () => (await import('./FirstBet.js')).FirstBet;

/** A proof from a file, a text or the service: the answer, the reasons for it, and the effect of a changed digit. */
export default function ProofPage({ route }: PageProps) {
  const settings = useSettings();
  const given = useGiven(route, settings);
  const { subject, texts, roots, question, linked, problem, bringFrom } = given;
  const text = texts.at(-1);
  const judgement = useMemo(() => (text === undefined ? null : judge(text, question, roots)), [text, question, roots]);
  const chainProblem = useChainRoots(roots ? null : subject, judgement?.proof ?? null, settings, given.compare);
  const isDragging = useDrops((files) => bringFrom(() => readFiles(files)));
  return (
    <div class={`page proof${isDragging ? ' dragging' : ''}`}>
      <Title subject={subject} />
      <Intake
        isCompact={subject !== null}
        take={(files) => bringFrom(() => readFiles(files))}
        takeText={(pasted) => void bringFrom(() => readContent(new TextEncoder().encode(pasted), 'pasted text'))}
        takeExample={() => bringFrom(readExample)}
      />
      <AskService
        key={route.parameters.toString()}
        asked={linked?.of === 'record' || linked?.of === 'result' ? linked : null}
        question={question}
        isBusy={given.isBusy}
        isAlone={subject === null}
      />
      {problem !== null && <Trouble error={problem} />}
      {!subject && settings.service !== null && <Later load={loadFirstBet} props={{}} />}
      {roots && !subject && <p role="status">Roots account: {roots.name}. Now choose a proof of its day.</p>}
      {subject && judgement && text !== undefined && (
        <Judged {...{ given, subject, text, judgement, chainProblem, settings }} />
      )}
      {isDragging && (
        <div class="drop-veil" aria-hidden="true">
          <p>Drop it</p>
        </div>
      )}
    </div>
  );
}

const Title = ({ subject }: { readonly subject: Subject | null }) => (
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
        It is in <a href={linkTo(`transaction/${subject.transaction}`)}>the transaction that settled the market</a>.
      </p>
    )}
  </div>
);

interface JudgedProps {
  readonly given: GivenProof;
  readonly subject: Subject;
  /** The document with the latest change. */
  readonly text: string;
  readonly judgement: Judgement;
  readonly chainProblem: unknown;
  readonly settings: Settings;
}

/** The verdict on a proof, and everything that it follows from. */
function Judged({ given, subject, text, judgement, chainProblem, settings }: JudgedProps) {
  const { texts, roots, question, ask, setTexts } = given;
  const { proof, inspection, conditionFault } = judgement;
  return (
    <>
      <Changes
        count={texts.length - 1}
        undo={() => setTexts(texts.slice(0, -1))}
        restore={() => setTexts(texts.slice(0, 1))}
      />
      <Verdict
        {...{ judgement, question, roots, chainProblem }}
        takeAsOlder={() => ask({ ...question, format: 'all-stats' })}
      />
      <section class="card" aria-labelledby="question">
        <h2 id="question">The question</h2>
        <Ask question={question} conditionFault={conditionFault} said={subject.sport} set={ask} />
      </section>
      <Tree {...{ subject, text, judgement }} change={(next) => setTexts([...texts, next])} />
      {proof && <Later load={loadMeasures} props={{ text, proof, question, settings }} />}
      <Sharing shared={{ subject, text, isChanged: texts.length > 1, question, roots, proof, inspection, settings }} />
    </>
  );
}

interface TreeProps extends Pick<JudgedProps, 'subject' | 'text' | 'judgement'> {
  /** Called with the document that has another hash. */
  readonly change: (text: string) => void;
}

/** The hashes from the chain down to the numbers, each of which can be changed. */
function Tree({ subject, text, judgement: { inspection }, change }: TreeProps) {
  const [chosen, choose] = useState<{ readonly of: Subject; readonly node: string | null } | null>(null);
  const written = useMemo(() => writtenHashes(text), [text]);
  if (!inspection) return null;
  // Another proof has other nodes.
  const selected = chosen?.of === subject ? chosen.node : null;
  const changeNode = (node: InspectedNode, trees: readonly InspectedNode[], hex: string): void => {
    const next = withHash(text, bytesToHex(node.hash), hex, placeOf(node, trees));
    if (next !== undefined && next !== text) change(next);
  };
  return (
    <section aria-labelledby="levels">
      <h2 id="levels">From the chain down to the numbers</h2>
      <p class="quiet">
        Your browser computed the solid boxes; the dashed ones came with the proof. Choose one to see its hash, and
        change a digit to see which checks depend on it.
      </p>
      <Levels
        {...{ inspection, written, selected }}
        select={(node) => choose(node === selected ? null : { of: subject, node })}
        change={changeNode}
      />
    </section>
  );
}

/** The error, with a suggestion if no request could be sent. */
const Trouble = ({ error }: { readonly error: unknown }) => (
  <Problem error={error}>
    {(error instanceof NoQuestion || (error instanceof LinesmanError && !error.isOfProgram)) && (
      <p>
        <a href={linkTo('settings')}>Settings: service, node and token</a>
      </p>
    )}
  </Problem>
);
