import { describe, expect, it } from 'vitest';
import { flagOf } from '../../ts/linesman/cli/option/row.js';
import { SETTINGS } from '../../ts/linesman/cli/option/settings.js';
import { CONFIGURATION_FILE } from '../../ts/linesman/cli/settings/configuration.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { FILES, textOf } from '../helpers/sources.js';
import { readCorpus } from '../vectors/corpus.js';

/** Lists and numbers that documents state in prose, beside what they are about. */

/** Names in backticks. */
const namesIn = (text: string): string[] => [...text.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);

/** The paragraph or list item that contains the text. */
const paragraph = (document: string, part: string): string =>
  textOf(document)
    .split('\n')
    .find((line) => line.includes(part)) ?? '';

describe('README.md', () => {
  it('counts the corpus', () => {
    const { vectors } = JSON.parse(textOf('tests/vectors/corpus.json')) as { vectors: number };
    const classes = new Set(readCorpus().map((vector) => vector.class));
    for (const { class: name } of ['compact', 'attestation'].flatMap(
      (file) => JSON.parse(textOf(`tests/vectors/${file}.json`)) as { class: string }[],
    ))
      classes.add(name);
    classes.delete('valid');
    expect(textOf('README.md')).toContain(`${vectors.toLocaleString('en')} entries`);
    expect(textOf('README.md')).toContain(`${classes.size} classes of broken ones`);
  });

  it('names the settings that come from elsewhere, and those that the file may have', () => {
    const settings = Object.entries(SETTINGS);
    const inFile = settings.filter(([, { mayStandInFile }]) => mayStandInFile);
    const line = paragraph('README.md', CONFIGURATION_FILE);
    const flags = settings.map(([name]) => flagOf(name));
    expect(flags.filter((flag) => !line.includes(`\`${flag}\``))).toEqual([]);
    // "The first two".
    expect(settings.slice(0, 2)).toEqual(inFile);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names the workspaces', () => {
    const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
    const line = paragraph('CONTRIBUTING.md', 'workspaces of this repository');
    expect(namesIn(line).filter((name) => name.startsWith('ts/'))).toEqual(workspaces);
    expect(line).toContain('Seven npm packages');
  });
});

describe('SECURITY.md', () => {
  it('names the instructions of markets and parlays that do not read the vault', () => {
    const { instructions } = JSON.parse(textOf('programs/artifacts/settlement.json')) as {
      instructions: { name: string; accounts: { name: string }[] }[];
    };
    const without = instructions
      .filter(({ accounts }) => accounts.every(({ name }) => name !== 'vault'))
      .map(({ name }) => name)
      // These hold no stakes.
      .filter((name) => !/^(buffer_\w+|post_result\w*|close_result)$/.test(name));
    const [, list = ''] =
      /do not read the vault: (.+?)\. /.exec(paragraph('SECURITY.md', 'do not read the vault')) ?? [];
    expect(namesIn(list).sort()).toEqual(without.sort());
  });
});

describe('programs/settlement/README.md', () => {
  it('names the folders of the program', () => {
    const folders = new Set(FILES.flatMap((file) => /^programs\/settlement\/src\/(\w+)\//.exec(file)?.[1] ?? []));
    const named = [...textOf('programs/settlement/README.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...folders].sort());
  });
});

describe('linesman subscribe --help', () => {
  it('names the levels of a new deployment', () => {
    const [, list = ''] =
      /Levels of a new deployment:\n([\s\S]*?)\nWeeks/.exec(textOf('ts/keeper/commands/customer/subscribe.ts')) ?? [];
    const levels = [...list.matchAll(/^ {2}(\d+)(?:( to |, )(\d+))?/gm)].flatMap(([, first, until, last = first]) =>
      until === ' to '
        ? Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
        : [...new Set([Number(first), Number(last)])],
    );
    expect(levels).toEqual(DEFAULT_PRICING.map(({ rowId }) => rowId));
  });
});

describe('docs/deploy.md', () => {
  it('names the packages that the compiler needs', () => {
    const names = [...textOf('tools/sbf/install.sh').matchAll(/^have_\w+ \|\| install (.+)$/gm)].flatMap(
      ([, list = '']) => list.split(' '),
    );
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(textOf('docs/deploy.md')).toContain(name.replace(/"?llvm-\$.*/, '`llvm-'));
  });
});

describe('docs/compatibility.md', () => {
  it('names the versions that the packages and crates take', () => {
    const page = textOf('docs/compatibility.md');
    const { engines, peerDependencies } = JSON.parse(textOf('ts/linesman/package.json')) as {
      engines: { node: string };
      peerDependencies: Record<string, string>;
    };
    const [, rust] = /^rust-version = "(.+)"$/m.exec(textOf('Cargo.toml')) ?? [];
    expect(engines.node).toBe(`>=${/\| Node \| ([\d.]+) or later/.exec(page)?.[1]}`);
    const [, web3, kit, last] = /\| ([\d.]+) or later 1\.x; ([\d.]+) to (\d+) \|/.exec(page) ?? [];
    expect(peerDependencies).toEqual({
      '@solana/kit': `>=${kit}.0 <${Number(last) + 1}`,
      '@solana/web3.js': `^${web3}.0`,
    });
    expect(page).toContain(`Rust ${rust} or later`);
  });
});
