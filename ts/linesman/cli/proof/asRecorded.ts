import type { InspectedCheck, InspectedNode, Inspection } from '../../proof/index.js';

/** The same inspection in words that do not say of a case's root that the chain has it. */
export const asRecorded = (inspection: Inspection): Inspection => ({
  ...inspection,
  levels: inspection.levels.map((level) => ({
    ...level,
    title: level.name === 'account' ? level.title.replace(' on chain', ', as the case recorded it') : level.title,
    trees: level.trees.map(recordedNode),
    rootText: level.rootText && inWords(level.rootText),
  })),
  checks: inspection.checks.map(recordedCheck),
  breaks: inspection.breaks && { ...inspection.breaks, check: recordedCheck(inspection.breaks.check) },
});

const recordedCheck = (check: InspectedCheck): InspectedCheck => ({ ...check, binds: inWords(check.binds) });

const recordedNode = (node: InspectedNode): InspectedNode =>
  node.kind === 'published' ? { ...node, text: inWords(node.text) } : node;

const inWords = (text: string): string =>
  text
    .replace(/'s root is published$/, "'s root is in the case")
    .replace('the published one', 'the recorded one')
    .replace('published root', 'recorded root');
