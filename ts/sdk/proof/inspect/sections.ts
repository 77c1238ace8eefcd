import type { CheckState, InspectedCheck, InspectedNode, Inspection, LevelName } from './inspection.js';

/** A level with its checks, for all renderings. */
export interface InspectSection {
  readonly name: LevelName;
  readonly title: string;
  readonly trees: readonly InspectedNode[];
  readonly checks: readonly InspectedCheck[];
  /** The link to the next level below; null at the end. */
  readonly link: string | null;
}

const LINKS: Readonly<Record<LevelName, string | null>> = {
  account: 'holds the root of the tree below',
  slot: 'its summary names the root of the tree below',
  fixture: 'its leaf is the root of the tree below',
  event: null,
  signature: null,
  condition: null,
};
const BESIDE: readonly (readonly [name: LevelName, title: string])[] = [
  ['signature', 'signature of the oracle'],
  ['condition', 'condition'],
];

/**
 * The levels from the chain down, then the signature and the condition, each with its checks. A condition that was not
 * requested is left out.
 *
 * @example
 * ```ts
 * import { CHECK_MARKS, type Inspection, inspectSections } from '@linesman/sdk/proof';
 *
 * declare const inspection: Inspection;
 * for (const { title, checks } of inspectSections(inspection))
 *   console.log(title, checks.map(({ state, binds }) => `${CHECK_MARKS[state]} ${binds}`));
 * ```
 */
export function inspectSections({ levels, checks }: Inspection): InspectSection[] {
  const checksOf = (level: LevelName): InspectedCheck[] => checks.filter((check) => check.level === level);
  const last = levels.at(-1)?.name;
  const beside = BESIDE.map(([name, title]) => ({ name, title, trees: [], checks: checksOf(name), link: null }));
  return [
    ...levels.map(({ name, title, trees }) => {
      const link = name === last ? null : LINKS[name];
      return { name, title, trees, checks: checksOf(name), link };
    }),
    ...beside.filter(({ name, checks: own }) =>
      name === 'condition' ? own.some(({ state }) => state !== 'not asked') : own.length > 0,
    ),
  ];
}

/** A mark for each state of a check. */
export const CHECK_MARKS: Readonly<Record<CheckState, string>> = {
  holds: '✓',
  broken: '✗',
  'not reached': '·',
  'not asked': '?',
};
