import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sceneOfVector } from '../../ts/regress/conform/vectorScene.js';
import type { Scene } from '../../ts/regress/engine/engine.js';
import { openEngine } from '../../ts/regress/engine/openEngine.js';
import { committedProgram } from '../../ts/regress/engine/programBytes.js';
import { expectGenerated } from '../helpers/generatedParts.js';
import { RegressProject } from '../helpers/regress/builtCommand.js';
import { writeCorpusCases } from '../helpers/regress/corpusCases.js';
import { buildRemovableProgram, withoutRule } from '../helpers/removableProgram.js';
import { type VerifierRule, verifierRules } from '../helpers/verifierRules.js';
import { readCorpus } from '../vectors/corpus.js';
import type { Vector } from '../vectors/vector.js';

/**
 * What the corpus is for: a program that has lost any one check gives another result for at least one vector.
 * `docs/rules.md` lists the checks with the numbers of these vectors; `LINESMAN_WRITE=1` rewrites it.
 */

const DOCUMENT = new URL('../../docs/rules.md', import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const RULES = verifierRules();
const CORPUS = readCorpus();

/** Checks that no vector can try through the program, and why. */
const UNSEEN: Readonly<Record<string, string>> = {
  ReturnProducer: 'read by programs that call the oracle program',
  ReturnByte: 'read by programs that call the oracle program',
};
const COMMAND = ['regress', 'corpus', '--program'];
const COMPACT = 'only the settlement program reads the compact form';

const whyUnseen = ({ name, group }: VerifierRule): string | undefined =>
  group === 'The compact form' ? COMPACT : UNSEEN[name];

/** Every vector as the engine takes it, by name: made once, because every program executes them. */
const SCENES = new Map(CORPUS.map((vector): [string, Scene] => [vector.name, sceneOfVector(vector)]));

/** What a program makes of every vector: a verdict, a number, or the precompile's refusal. */
async function resultsOf(bytes: Uint8Array, vectors: readonly Vector[]): Promise<Map<string, string>> {
  const engine = await openEngine('litesvm', { ...committedProgram(), bytes });
  const results = new Map<string, string>();
  for (const vector of vectors) {
    const ran = await engine.execute(SCENES.get(vector.name) as Scene);
    const { verdict, error, isRefusedByPrecompile, failure } = ran;
    results.set(vector.name, isRefusedByPrecompile ? 'precompile' : `${verdict ?? error ?? failure}`);
  }
  return results;
}

const errorOf = ({ expect: { bankrun } }: Vector): string => ('error' in bankrun ? `${bankrun.error}` : 'none');

/** Built once for all tests of this file. */
let program: Uint8Array;
beforeAll(() => {
  program = buildRemovableProgram();
}, 900_000);

describe('without a check', () => {
  /** The vectors whose result changes, by the name of the removed check. */
  const changed = new Map<string, Vector[]>();
  /** How many of them the program then takes for valid. */
  const accepted = new Map<string, number>();
  /** On the host: how many vectors notice, and the numbers of the check. */
  const onHost = new Map<string, { readonly vectors: number; readonly numbers: string }>();

  beforeAll(async () => {
    const whole = await resultsOf(program, CORPUS);
    expect(whole).toEqual(await resultsOf(committedProgram().bytes, CORPUS));
    // A check is only asked about where it refuses, so nothing changes for what the whole program does not refuse.
    const refused = CORPUS.filter(({ name }) => /^\d+$/.test(whole.get(name) ?? ''));
    for (const rule of RULES.filter((one) => whyUnseen(one) === undefined)) {
      const results = await resultsOf(withoutRule(program, rule.number), refused);
      const differing = refused.filter(({ name }) => results.get(name) !== whole.get(name));
      changed.set(rule.name, differing);
      accepted.set(rule.name, differing.filter(({ name }) => /true|false/.test(results.get(name) ?? '')).length);
    }
    const counts = execFileSync(
      'cargo',
      ['test', '-q', '-p', 'linesman-verifier', '--test', 'removed_rules', '--', '--nocapture'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for (const [, name = '', count, numbers = ''] of counts.matchAll(/^removed rule (\w+) (\d+) \{(.*)\}$/gm))
      onHost.set(name, { vectors: Number(count), numbers });
  }, 900_000);

  it.each(RULES.filter((rule) => whyUnseen(rule) === undefined).map((rule) => [rule.name, rule.sentence]))(
    '%s, the corpus notices: %s',
    (name) => {
      expect(changed.get(name)?.length).toBeGreaterThan(0);
    },
  );

  it('nothing that was valid changes, and what changes had at most two numbers', () => {
    for (const [name, vectors] of changed) {
      const numbers = new Set(vectors.map(errorOf));
      expect([name, numbers.has('none'), numbers.size <= 2]).toEqual([name, false, true]);
    }
  });

  it('the host notices too, or the list says why not', () => {
    expect([...onHost.keys()]).toEqual(RULES.map(({ name }) => name));
    expect(RULES.filter((rule) => whyUnseen(rule) === COMPACT && !onHost.get(rule.name)?.vectors)).toEqual([]);
  });

  it('docs/rules.md says how many vectors notice', () => {
    expectGenerated(DOCUMENT, { rules: table() });
  });

  function table(): string {
    return [...new Set(RULES.map(({ group }) => group))]
      .map((group) => {
        const rows = RULES.filter((rule) => rule.group === group).map((rule) => {
          const { name, sentence } = rule;
          const vectors = changed.get(name) ?? [];
          const host = onHost.get(name);
          const numbers = [...new Set(vectors.map(errorOf))].sort().join(', ') || host?.numbers || '–';
          const seen = whyUnseen(rule) ? '–' : `${vectors.length}`;
          return `| ${name} | ${sentence} | ${numbers} | ${seen} | ${accepted.get(name) ?? '–'} | ${host?.vectors} |`;
        });
        const head = '| check | a proof passes if | error | vectors | valid | host |\n|---|---|---|---|---|---|\n';
        return `\n## ${group}\n\n${head}${rows.join('\n')}\n`;
      })
      .join('');
  }
});

describe('linesman regress, over the corpus as cases', () => {
  const project = new RegressProject();
  afterAll(() => project.end());

  beforeAll(() => {
    expect(writeCorpusCases(join(project.folder, 'corpus'))).toBeGreaterThan(800);
    project.write('whole.so', program);
    expect(project.run([...COMMAND, 'whole.so', '--update'])).toMatchObject({ code: 0, stderr: '' });
    expect(project.run([...COMMAND, 'whole.so'], { CI: 'true' }).code).toBe(0);
  });

  it.each(['EventSide', 'SubTreeRoot', 'HashesFit', 'ZeroMap', 'TimesInOneSlot', 'FixtureId'])(
    'names the rule of a program without %s',
    (name) => {
      const removed = RULES.find((one) => one.name === name);
      const rule = ` Rule ${name}: ${removed?.sentence}`;
      project.write('without.so', withoutRule(program, removed?.number ?? 0));
      const { code, stdout } = project.run([...COMMAND, 'without.so']);
      const changes = stdout.split('\n').filter((line) => line.includes(' → ') && !line.includes(': program by '));
      const accepted = changes.filter((line) => /: verdict by oracle: refused .* → (true|false)\. /.test(line));
      expect([code, accepted.length > 0]).toEqual([1, true]);
      expect(accepted.filter((line) => !line.endsWith(rule))).toEqual([]);
      // Offline nothing has changed, and nothing that was accepted is refused.
      expect(changes.filter((line) => !/ by oracle: (refused|\d{4} )/.test(line))).toEqual([]);
    },
  );
});
