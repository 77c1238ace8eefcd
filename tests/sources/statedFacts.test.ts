import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../ts/cli/commands.js';
import { flagOf } from '../../ts/cli/option/row.js';
import { SETTINGS } from '../../ts/cli/option/settings.js';
import { CONFIGURATION_FILE } from '../../ts/cli/settings/configuration.js';
import { MS_PER_SLOT } from '../../ts/sdk/format/slotTime.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { FILES, textOf } from '../helpers/sources.js';
import { verifierRules } from '../helpers/verifierRules.js';
import { readCorpus } from '../vectors/corpus.js';

/** Lists and numbers that documents state in prose, beside what they are about. */

/** Names in backticks. */
const namesIn = (text: string): string[] => [...text.matchAll(/`([\w/-]+)`/g)].map(([, name = '']) => name);

/** The paragraph or list item that contains the text. */
const paragraph = (document: string, part: string): string =>
  textOf(document)
    .split('\n')
    .find((line) => line.includes(part)) ?? '';

/** In words, as prose has them. */
const WORDS: Readonly<Record<number, string>> = { 5: 'five', 6: 'six', 11: 'eleven' };

describe('Linux x64 with glibc', () => {
  it('is what the embedded chain runs on', () => {
    const { optionalDependencies } = JSON.parse(textOf('ts/service/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const builds = Object.keys(optionalDependencies).filter((name) => /surfpool-linux/.test(name));
    expect(builds).toEqual(['@solana/surfpool-linux-x64-gnu']);
  });
});

describe('README.md', () => {
  it('says how often roots are published', () => {
    const often = `roots of its scores and odds on chain every ${WORDS[MS_PER_SLOT / 60_000]} minutes`;
    expect(textOf('README.md')).toContain(often);
  });

  it('counts the corpus', () => {
    const { vectors } = JSON.parse(textOf('tests/vectors/corpus.json')) as { vectors: number };
    const classes = new Set(readCorpus().map((vector) => vector.class));
    for (const { class: name } of ['compact', 'attestation', 'answers'].flatMap(
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

describe('CHANGELOG.md', () => {
  const [, version = '', section = ''] =
    /^## (\S+) .*\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(textOf('CHANGELOG.md')) ?? [];
  const { version: current } = JSON.parse(textOf('ts/sdk/package.json')) as { version: string };

  // A version that is out keeps its text.
  it.skipIf(version !== current)('describes this version: its rules, vectors, units and commands', () => {
    const { vectors } = JSON.parse(textOf('tests/vectors/corpus.json')) as { vectors: number };
    const units = (
      JSON.parse(textOf('tests/vectors/compute-units.json')) as { vector: string; computeUnits: number }[]
    ).find(({ vector }) => vector === 'v2-shape-5-1-1');
    expect(section).toContain(`one list of ${verifierRules().length} rules`);
    expect(section).toContain(`a corpus of ${vectors.toLocaleString('en')} entries`);
    expect(section).toContain(`One stat at 5/1/1 takes ${units?.computeUnits.toLocaleString('en')} compute units`);
    const [, list = ''] = /^### Command line\n\n- (.+?)\. /m.exec(section) ?? [];
    expect(namesIn(list).sort()).toEqual(Object.keys(COMMANDS).sort());
  });
});

describe('docs/rules.md', () => {
  it('numbers the rules as the groups of checks are numbered', () => {
    const page = textOf('docs/rules.md');
    const listed = [...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    const groups = verifierRules().flatMap(({ group }) => /^(\d+)\. /.exec(group)?.[1] ?? []);
    expect(page).toContain(`the ${WORDS[listed.length]} rules`);
    expect(listed).toEqual(listed.map((_, i) => i + 1));
    // Types enforce the fourth.
    expect(listed.filter((number) => number !== 4)).toEqual([...new Set(groups)].map(Number));
  });
});

describe('CONTRIBUTING.md', () => {
  it('names the workspaces', () => {
    const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
    const line = paragraph('CONTRIBUTING.md', 'workspaces of this repository');
    expect(namesIn(line).filter((name) => name.startsWith('ts/'))).toEqual(workspaces);
    expect(line).toContain('Nine npm packages');
  });
});

describe('SECURITY.md', () => {
  it('has the contact that both programs name, which a release sets', () => {
    for (const program of ['oracle', 'settlement']) {
      const [, contact] = /contacts: "link:(\S+)"/.exec(textOf(`programs/${program}/src/lib.rs`)) ?? [];
      expect(textOf('SECURITY.md')).toContain(`(${contact})`);
    }
  });

  it('names the instructions of markets and parlays that do not read the vault', () => {
    const { instructions } = JSON.parse(textOf('programs/artifacts/settlement.json')) as {
      instructions: { name: string; accounts: { name: string }[] }[];
    };
    const without = instructions
      .filter(({ accounts }) => accounts.every(({ name }) => name !== 'vault'))
      .map(({ name }) => name)
      // These hold no stakes.
      .filter((name) => !/^(buffer_\w+|post_result\w*|close_result|verify_signer)$/.test(name));
    const [, list = ''] =
      /do not read the vault: (.+?)\. /.exec(paragraph('SECURITY.md', 'do not read the vault')) ?? [];
    expect(namesIn(list).sort()).toEqual(without.sort());
    const word = WORDS[without.length] ?? '';
    expect(textOf('SECURITY.md')).toContain(`${word[0]?.toUpperCase()}${word.slice(1)} instructions that`);
    expect(textOf('programs/settlement/README.md')).toContain(`the ${word} that do not read the vault`);
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
    const { engines, peerDependencies } = JSON.parse(textOf('ts/sdk/package.json')) as {
      engines: { node: string };
      peerDependencies: Record<string, string>;
    };
    const [, rust] = /^rust-version = "(.+)"$/m.exec(textOf('Cargo.toml')) ?? [];
    expect(engines.node).toBe(`>=${/\| Node \| ([\d.]+) or later/.exec(page)?.[1]}`);
    const [, web3, kit, last] = /\| ([\d.]+) or later 1\.x; ([\d.]+) to (\d+)\. /.exec(page) ?? [];
    expect(peerDependencies).toEqual({ '@solana/kit': '*', '@solana/web3.js': '*' });
    const tried = textOf('tests/package/peers.test.ts');
    expect(tried).toContain(`'@solana/kit': ['${kit}.0', '${last}'],`);
    expect(tried).toContain(`'@solana/web3.js': ['${web3}.0', '1'],`);
    expect(page).toContain(`Rust ${rust} or later`);
  });
});
