import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLES_FOLDER, exampleFiles } from '../../examples/generate.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { bytesFromText } from '../../ts/sdk/proof/byteText.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { type VerifyResult, verify } from '../../ts/sdk/proof/verify.js';

const read = (path: string) => readFileSync(join(EXAMPLES_FOLDER, path), 'utf8');
const rootsOf = (kind: string) =>
  new Uint8Array(Buffer.from((JSON.parse(read(`roots/${kind}.json`)) as { data: string }).data, 'base64'));

describe('the example files', () => {
  it('are exactly the output of the committed script', () => {
    for (const [path, content] of exampleFiles)
      expect(read(path) === content, `${path}: run "npm run examples"`).toBe(true);
    const present = ['proofs', 'roots', 'project/cases'].flatMap((folder) =>
      readdirSync(join(EXAMPLES_FOLDER, folder)).map((name) => `${folder}/${name}`),
    );
    // Written by `regress` itself, and compared by tests/regress/init.test.ts.
    present.splice(present.indexOf('project/cases/ledger.json'), 1);
    expect(present.sort()).toEqual([...exampleFiles.keys()].filter((path) => path.includes('/')).sort());
  });

  const cases: [string, string, Sport, string | null, boolean][] = [
    ['final-win', 'scores', 'soccer', 'k1 - k2 > 0', true],
    ['half-time', 'scores', 'soccer', 'k1001 - k1002 > 0', false],
    ['half-time-score', 'scores', 'soccer', 'k1 - k2 < 3', false],
    ['two-nil', 'scores', 'soccer', 'k1 - k2 == 2', true],
    ['corners', 'scores', 'soccer', 'k7 + k8 == 10', true],
    ['all-zero', 'scores', 'soccer', 'k1 + k2 < 1', false],
    ['final-win-v3', 'scores', 'soccer', 'k1 - k2 == 2 AND k7 + k8 > 9', true],
    ['final-win-v3-observed', 'scores', 'soccer', 'k1 - k2 == 2 AND k7 + k8 > 9', true],
    ['final-win-v4', 'scores', 'soccer', 'k1 - k2 > 1', true],
    ['basketball', 'scores', 'basketball', 'k1 > 30', true],
    ['us-football', 'scores', 'us-football', 'k1 - k2 == 3', true],
    ['odds', 'odds', 'soccer', null, false],
    ['odds-v4', 'odds', 'soccer', null, false],
    ['fixture', 'fixtures', 'soccer', null, false],
    ['fixture-batch', 'fixtures', 'soccer', null, false],
  ];

  it.each(cases)('%s leads to the published %s root', (name, kind, sport, where, final) => {
    const proof = parseProof(read(`proofs/${name}.json`));
    const result: VerifyResult = verify(proof, {
      sport,
      rootsAccount: rootsOf(kind),
      oracleKeys: [bytesFromText(read('oracle-key.txt').trim(), 32, 'key')],
      ...(where !== null &&
        proof.kind === 'stat' && {
          strategy: strategyOf(
            parseCondition(where),
            proof.leaves.map(({ stat }) => stat.key),
          ),
        }),
    });
    expect(result.published).toBe(true);
    if (result.kind === 'stat') {
      expect(result.final).toBe(final);
      if (where !== null) expect(result.verdict).toBe(true);
    }
    if (name.endsWith('v4')) expect(result).toHaveProperty('signed', true);
  });

  it('cover every proof file', () => {
    expect(cases.map(([name]) => `proofs/${name}.json`).sort()).toEqual(
      [...exampleFiles.keys()].filter((path) => path.startsWith('proofs/')).sort(),
    );
  });
});
