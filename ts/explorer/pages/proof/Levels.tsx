import { bytesToHex } from '@linesman/sdk/format';
import type { InspectedNode, Inspection, LevelName } from '@linesman/sdk/proof';
import { CHECK_MARKS, type InspectSection, inspectSections } from '@linesman/sdk/proof';
import { Drawing } from './Drawing.js';
import { NodePanel } from './NodePanel.js';

const NUMERALS: Readonly<Record<LevelName, string>> = {
  account: 'On chain',
  slot: 'Level 3',
  fixture: 'Level 2',
  event: 'Level 1',
  signature: 'Beside them',
  condition: 'Beside them',
};

const EXPLAINED: Readonly<Record<LevelName, string>> = {
  account: 'The oracle program keeps one hash for every five minutes, and replaces none.',
  slot: 'All matches of this slot are leaves of one tree. Its root is the hash on chain.',
  fixture:
    'All score records of this match in this slot. The root is in the summary, which is a leaf of the tree above.',
  event: 'Everything that was known at one moment of the match. Its root is a leaf of the tree above.',
  signature: 'The oracle signs the whole proof, so that you can verify it without the chain.',
  condition: 'The question, answered from the proven numbers.',
};

interface LevelsProps {
  readonly inspection: Inspection;
  /** Hashes, in hex, that can be changed. */
  readonly written: ReadonlySet<string>;
  readonly selected: string | null;
  readonly select: (node: string | null) => void;
  /** Replaces the hash of the node, among the trees of its level. */
  readonly change: (node: InspectedNode, trees: readonly InspectedNode[], hex: string) => void;
}

/** The proof from the chain down: each level as a picture, with the checks that link it to the level above. */
export function Levels({ inspection, written, selected, select, change }: LevelsProps) {
  const broken = inspection.breaks?.check ?? null;
  return (
    <ol class="levels">
      {inspectSections(inspection).map((section) => {
        const node = selected === null ? undefined : nodeIn(section.trees, selected);
        const isBroken = broken?.level === section.name;
        return (
          <li key={section.name}>
            <section class={`card level${isBroken ? ' breaks' : ''}`} aria-labelledby={`level-${section.name}`}>
              <p class="kicker">
                {NUMERALS[section.name]} <StateOf section={section} />
              </p>
              <h3 id={`level-${section.name}`}>{capital(section.title)}</h3>
              <p class="quiet">{EXPLAINED[section.name]}</p>
              {section.trees.length > 0 && (
                <Drawing section={section} broken={broken} selected={selected} select={select} />
              )}
              {node && (
                <NodePanel
                  node={node}
                  checks={section.checks}
                  change={written.has(bytesToHex(node.hash)) ? (hex) => change(node, section.trees, hex) : null}
                  close={() => select(null)}
                />
              )}
              <Checks section={section} />
            </section>
            {section.link !== null && (
              <p class="link-down">
                <span aria-hidden="true">↓</span> {section.link}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function nodeIn(trees: readonly InspectedNode[], id: string): InspectedNode | undefined {
  for (const tree of trees) {
    const found = tree.id === id ? tree : nodeIn(tree.children, id);
    if (found) return found;
  }
  return undefined;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The state of a level in one word. */
function StateOf({ section: { checks } }: { readonly section: InspectSection }) {
  const has = (state: string): boolean => checks.some((check) => check.state === state);
  if (has('broken')) return <span class="badge bad">✗ breaks here</span>;
  if (has('not reached')) return <span class="badge">not reached</span>;
  if (has('not asked')) return <span class="badge">not compared</span>;
  return <span class="badge good">✓ holds</span>;
}

const Checks = ({ section: { checks } }: { readonly section: InspectSection }) => (
  <details class="steps" open={checks.some(({ state }) => state === 'broken')}>
    <summary>
      {checks.length} {checks.length === 1 ? 'check' : 'checks'}
    </summary>
    <ul class="checks">
      {checks.map(({ id, state, error, errorName, binds, found, expected }) => (
        <li key={id} id={`check-${id}`} class={state.replace(' ', '-')}>
          <span class="mark" aria-hidden="true">
            {CHECK_MARKS[state]}
          </span>
          <span>
            {binds}{' '}
            <span class="quiet">
              ({state === 'holds' ? 'holds' : state}; else error {error})
            </span>
            {state === 'broken' && (
              <dl class="compared">
                <dt>error</dt>
                <dd>
                  {error} {errorName}
                </dd>
                {found !== null && (
                  <>
                    <dt>found</dt>
                    <dd>{found}</dd>
                  </>
                )}
                {expected !== null && (
                  <>
                    <dt>expected</dt>
                    <dd>{expected}</dd>
                  </>
                )}
              </dl>
            )}
          </span>
        </li>
      ))}
    </ul>
  </details>
);
