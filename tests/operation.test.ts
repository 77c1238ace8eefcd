import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allMetrics } from '../tools/docs/operatorPack.js';
import { ERRORS } from '../ts/sdk/error/errors.js';
import { CONNECTION_LIMITS } from '../ts/service/edge/http/connectionLimits.js';
import { KeyFolder } from '../ts/service/serve/keyFolder.js';
import { ROLES } from '../ts/service/serve/role.js';
import { parsedCommand } from './helpers/parsedCommand.js';
import { codeOf, PACKAGE_SOURCES } from './helpers/sources.js';

const text = readFileSync(new URL('../docs/operation.md', import.meta.url), 'utf8');
const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');
const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, body = '']) => body.trim().split('\n'));
const names = (pattern: RegExp, of = text): string[] => [
  ...new Set([...of.matchAll(pattern)].map(([, name]) => name as string)),
];

describe('docs/operation.md', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(8));

  it.each(commands)('%s', (command) => {
    // The shell splits the words. A recorder replaces the program, because the program would need the named servers.
    const words = execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
    const [program, ...rest] = words;
    if (program !== 'linesman') {
      expect(['curl', 'pg_dump']).toContain(program);
      return;
    }
    const { options } = parsedCommand(rest);
    if (options.role !== undefined) expect(ROLES).toContain(options.role);
  });

  it('and the runbook name existing metrics', () => {
    const all = allMetrics().map(({ name }) => name);
    const named = names(/`?(linesman_\w+)/g, text + runbook);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('and the runbook name existing errors', () => {
    const numbers = names(/\b([67]\d{3})\b/g, text + runbook).map(Number);
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
  });

  it("names every key file except the simulated customer's", () => {
    const files = names(/`([\w-]+\.json|session-key)`/g).filter((file) => file !== 'prices.json');
    expect(files.sort()).toEqual(KeyFolder.FILES.filter((file) => file !== 'wallet.json').sort());
  });

  it('lists every cache of the service, by the file that has it', () => {
    const CACHES: Readonly<Record<string, string>> = {
      'ts/service/edge/auth/keptOwners.ts': 'owners of tokens',
      'ts/service/edge/auth/sessionTokens.ts': 'verified session signatures',
      'ts/service/edge/answer/keptAnswers.ts': 'answers with proofs',
      'ts/service/edge/answer/keptFixtures.ts': 'fixtures, odds messages',
      'ts/service/edge/answer/storeMatches.ts': 'latest scores of matches',
      'ts/service/edge/answer/storeResults.ts': 'times of publication',
      'ts/service/edge/http/compression.ts': 'compressed answers',
      'ts/service/edge/http/sharedMatch.ts': 'pictures of matches',
      'ts/service/data/store/keptRecordStore.ts': 'records and fixtures as JSON',
      'ts/service/roots/proofs/proofs.ts': 'main trees, sub-trees, score records',
      'ts/service/roots/proofs/sealedBatches.ts': 'main trees, sub-trees, score records',
    };
    // The general one, and which addresses are of a named network: no answer depends on it.
    const besides = ['ts/service/cache/shortLived.ts', 'ts/service/edge/http/networks.ts'];
    const found = PACKAGE_SOURCES.filter(
      (file) => file.startsWith('ts/service/') && /new (LeastRecent|ShortLived)\b/.test(codeOf(file)),
    );
    expect(found.filter((file) => !besides.includes(file)).sort()).toEqual(Object.keys(CACHES).sort());
    for (const name of Object.values(CACHES)) expect(text).toContain(`\n| ${name} |`);
  });

  it('names the limits on connections', () => {
    const { connections, connectionsPerAddress } = CONNECTION_LIMITS;
    const [, most, each] = /^- ([\d,]+) connections, at most (\d+) of one address/m.exec(text) ?? [];
    expect([most, each]).toEqual([connections.toLocaleString('en'), String(connectionsPerAddress)]);
  });
});
