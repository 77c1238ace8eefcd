import { LANES } from '../../tests/lanes.js';
import { FOLDERS, folderOf } from './folders.js';
import type { ListedMutant } from './mutant.js';
import type { Outcome } from './trial.js';

type Outcomes = ReadonlyMap<string, Outcome>;

/** The list with the outcomes, without mutants that do not compile. */
export const noted = (list: readonly ListedMutant[], outcomes: Outcomes): ListedMutant[] =>
  list.flatMap((listed) => {
    const outcome = outcomes.get(listed.id);
    if (outcome?.kind === 'refused') return [];
    const { killedBy: _killedBy, lane: _lane, survived: _survived, ...mutant } = listed;
    if (outcome?.kind === 'killed') return { ...mutant, lane: outcome.lane, killedBy: outcome.by };
    return outcome?.kind === 'passed' ? { ...mutant, survived: outcome.upTo } : listed;
  });

/**
 * Mutants that the list calls killed but that survived, or were killed only in a later lane; and those whose lines no
 * longer exist.
 */
export const broken = (mutants: readonly ListedMutant[], outcomes: Outcomes): ListedMutant[] =>
  mutants.filter(({ id, lane }) => {
    const outcome = outcomes.get(id);
    if (!outcome || outcome.kind === 'refused') return false;
    if (outcome.kind === 'killed') return lane !== undefined && LANES.indexOf(outcome.lane) > LANES.indexOf(lane);
    return outcome.kind === 'gone' || lane !== undefined;
  });

/** A table by folder, and the mutants that need a developer's attention. */
export function reportOf(mutants: readonly ListedMutant[], outcomes: Outcomes): string {
  const lines = [
    ['', 'mutants', ...LANES, 'survived', 'equivalent'].map((cell, i) => cell.padEnd(i ? 11 : 24)).join(''),
  ];
  for (const { path } of FOLDERS) {
    const of = mutants.filter(({ file }) => folderOf(file).path === path);
    if (of.length > 0) lines.push(rowOf(path, of, outcomes));
  }
  lines.push(rowOf('all', mutants, outcomes));
  for (const mutant of mutants) {
    const outcome = outcomes.get(mutant.id);
    if (outcome?.kind === 'passed')
      lines.push(shown(mutant, `survived the ${outcome.upTo} lane, ${outcome.tests} tests`));
    if (outcome?.kind === 'gone') lines.push(shown(mutant, 'its lines are gone'));
  }
  const failures = broken(mutants, outcomes);
  if (failures.length > 0) lines.push(`not killed as the list says: ${failures.map(({ id }) => id).join(' ')}`);
  return lines.join('\n');
}

function rowOf(name: string, mutants: readonly ListedMutant[], outcomes: Outcomes): string {
  const count = (fits: (outcome: Outcome) => boolean): number =>
    mutants.filter(({ id }) => fits(outcomes.get(id) ?? { kind: 'gone' })).length;
  const cells = [
    mutants.length,
    ...LANES.map((lane) => count((outcome) => outcome.kind === 'killed' && outcome.lane === lane)),
    count(({ kind }) => kind === 'passed'),
    mutants.filter(({ equivalent }) => equivalent !== undefined).length,
  ];
  return name.padEnd(24) + cells.map((cell) => `${cell}`.padEnd(11)).join('');
}

/** A mutant as a change of lines. */
function shown({ id, file, line, operator, before, after }: ListedMutant, what: string): string {
  const marked = (lines: string, mark: string): string => lines.replace(/^/gm, `${mark} `);
  return `\n${id} ${file}:${line} ${operator}: ${what}\n${marked(before, '-')}\n${marked(after, '+')}`;
}
