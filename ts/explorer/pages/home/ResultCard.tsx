import type { PublicMatch } from '@linesman/sdk/client';
import { bytesToHex, type Sport } from '@linesman/sdk/format';
import { type Inspection, inspectProof, parseProof, readRootsFile, type StatProof } from '@linesman/sdk/proof';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { chainRoots } from '../../shared/chainRoots.js';
import type { Sides } from '../../shared/outcomeWords.js';
import { provenWords } from '../../shared/provenWords.js';
import { TeamMark } from '../../shared/TeamMark.js';
import { PROVEN_KEYS } from './bestOf.js';

/** The example that comes with the page: a finished match, 2 - 0, and the roots of its day. */
const PROOF = new URL('../../../../examples/proofs/final-win-v3.json', import.meta.url);
const ROOTS = new URL('../../../../examples/roots/scores.json', import.meta.url);

interface Given {
  readonly proof: StatProof;
  readonly sport: Sport;
  readonly names: Sides;
  /** Undefined while the chain is asked; null if it could not be asked. */
  readonly roots: Uint8Array | null | undefined;
}

interface ResultCardProps {
  readonly match: PublicMatch | null;
  /** Called once there is a proof to play with, or it is certain that there will be none. */
  readonly onReady: () => void;
}

/** A proven result, and the effect of a changed score on its proof. */
export function ResultCard({ match, onReady }: ResultCardProps) {
  const given = useGiven(match, onReady);
  const [more, setMore] = useState(0);
  const inspection = useMemo(() => given && judged(given, more), [given, more]);
  const score = scoreOf(match, given);
  if (!score) return <div class="result card" aria-busy="true" />;
  const [one, two] = score.names;
  const isChanged = more > 0;
  return (
    <section class={`result card ${isChanged ? 'broken' : ''}`} aria-labelledby="result">
      <p class="kicker">
        {match ? `${match.competition}` : 'An example'}
        {!isChanged && inspection && (
          <Proven inspection={inspection} match={match} isAsking={given?.roots === undefined} />
        )}
        {isChanged && <span class="badge bad">not proven</span>}
      </p>
      <h2 id="result" class="score-line">
        <span class="team">
          <TeamMark names={score.names} side={0} />
          {one}
        </span>
        <span class="figures">
          <span class={isChanged ? 'changed' : ''}>{score.values[0] + more}</span> : {score.values[1]}
        </span>
        <span class="team">
          <TeamMark names={score.names} side={1} />
          {two}
        </span>
      </h2>
      <div role="status">
        {inspection && <Hashes inspection={inspection} isExample={!match} isChanged={isChanged} team={one} />}
      </div>
      <p class="actions">
        <button type="button" disabled={!inspection} onClick={() => setMore(isChanged ? 0 : 1)}>
          {isChanged ? 'Put it back' : 'Change the score, and see the proof fail'}
        </button>
        <a
          class="button plain"
          href={
            match
              ? linkTo('proof', { result: match.fixtureId, keys: PROVEN_KEYS.join(), sport: match.sport })
              : linkTo('proof')
          }
        >
          See every step of the proof
        </a>
      </p>
    </section>
  );
}

interface ProvenProps {
  readonly inspection: Inspection;
  readonly match: PublicMatch | null;
  /** Whether the chain has not answered yet. */
  readonly isAsking: boolean;
}

const Proven = ({ inspection, match, isAsking }: ProvenProps) => {
  if (inspection.breaks?.level === 'account') return <span class="badge">its root is not on chain yet</span>;
  if (inspection.breaks) return <span class="badge bad">the proof does not hold</span>;
  // The example comes from the server of the page, not from the chain.
  if (!match) return <span class="badge">✓ the proof holds</span>;
  if (isAsking) return <span class="badge">✓ the proof holds; asking the chain …</span>;
  if (inspection.result?.published !== true) return <span class="badge">the proof holds, if its root is on chain</span>;
  return <span class="badge good">✓ {match.proof ? provenWords(match.proof) : 'proven on chain'}</span>;
};

interface HashesProps {
  readonly inspection: Inspection;
  readonly isExample: boolean;
  readonly isChanged: boolean;
  readonly team: string;
}

/** Both ends of the proof: the hash computed from the score, and the expected one. */
function Hashes({ inspection, isExample, isChanged, team }: HashesProps) {
  const { breaks, result } = inspection;
  if (breaks) {
    const { found, expected } = breaks.check;
    return (
      <>
        <p>
          {isChanged
            ? `One more for ${team}, and the proof is broken: the numbers no longer hash to the published root.`
            : breaks.error.message}
        </p>
        {found !== null && expected !== null && (
          <dl class="compared">
            <dt>this score hashes to</dt>
            <dd class="bad">{found}</dd>
            <dt>it must hash to</dt>
            <dd>{expected}</dd>
          </dl>
        )}
      </>
    );
  }
  if (!result) return null;
  return (
    <p class="quiet">
      {result.published === true && !isExample
        ? 'Your browser has just checked it: these numbers lead, hash by hash, to one that is public on Solana,'
        : 'Your browser has just checked it: these numbers lead, hash by hash, to'}{' '}
      <code>{bytesToHex(result.mainRoot).slice(0, 12)}…</code>
      {isExample && ', which comes with this example: a result of a service is compared with the chain'}
    </p>
  );
}

/** The proof with a changed score is verified like any other. */
function judged({ proof, roots, sport }: Given, more: number): Inspection {
  const leaves = proof.leaves.map((leaf, i) =>
    i === 0 ? { ...leaf, stat: { ...leaf.stat, value: leaf.stat.value + more } } : leaf,
  );
  return inspectProof({ ...proof, leaves } as StatProof, { sport, ...(roots && { rootsAccount: roots }) });
}

function scoreOf(match: PublicMatch | null, given: Given | null) {
  if (match?.score) {
    const { participant1, participant2, score } = match;
    return { names: [participant1, participant2] as const, values: [score.participant1, score.participant2] as const };
  }
  if (!given) return null;
  const [one, two] = given.proof.leaves;
  return { names: given.names, values: [one?.stat.value ?? 0, two?.stat.value ?? 0] as const };
}

/** Null until it has loaded; the example if no match is proven yet, or the service does not return the proof. */
function useGiven(match: PublicMatch | null, onReady: () => void): Given | null {
  const settings = useSettings();
  const [given, setGiven] = useState<Given | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (found: Given): void => {
      if (isWanted) setGiven(found);
    };
    const read = async (): Promise<void> => {
      const client = serviceClient();
      if (!match || !client) return show(await example());
      const { fixtureId, participant1, participant2, sport } = match;
      const proof = await client.results.prove({ fixtureId, keys: PROVEN_KEYS });
      const found = { proof, sport, names: [participant1, participant2] as const };
      // Visitors can change the score at once. On a slow line, the hashes of its day take as long as the proof did.
      show({ ...found, roots: undefined });
      const roots = await chainRoots(proof, settings).catch(() => null);
      show({ ...found, roots: roots?.bytes ?? null });
    };
    read()
      // The score is shown anyway.
      .catch(() => {})
      .finally(onReady);
    return () => {
      isWanted = false;
    };
  }, [match, settings]);
  return given;
}

async function example(): Promise<Given> {
  const [proof, roots] = await Promise.all([PROOF, ROOTS].map(async (address) => (await fetch(address)).text()));
  return {
    proof: parseProof(proof ?? '') as StatProof,
    sport: 'soccer',
    names: ['Home', 'Away'],
    roots: readRootsFile(new TextEncoder().encode(roots), 'scores.json'),
  };
}
