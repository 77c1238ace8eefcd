import { describe, expect, it } from 'vitest';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { codeOf, FILES, textOf } from '../helpers/sources.js';

/** What may not be written in which files: a rule is a row, with a text that breaks it. */
interface Rule {
  /** Completes "no …". */
  readonly no: string;
  readonly files: RegExp;
  /** Without it, comments count, too. */
  readonly read?: typeof codeOf;
  readonly form: RegExp | ((text: string) => readonly string[]);
  /** Each breaks the rule. */
  readonly bad: readonly string[];
  /** None does. */
  readonly good?: readonly string[];
  /** Files that may break it, and do, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

const SPORT = `'(?:${SPORTS.join('|')})'`;
const spelling = (sport: Sport): RegExp => new RegExp(`\\b${sport.replace('-', '[- ]')}\\b(?!'?: \\{)`, 'i');
const sportsIn = (line: string): number => SPORTS.filter((sport) => spelling(sport).test(line)).length;
const BUILT = 'the committed programs were built from exactly this';

const PRODUCT = /^ts\/.*(?<!\.(test|bench))\.tsx?$/;
const imported = (name: string): RegExp => new RegExp(`(?:from\\s+|import\\s*\\(?\\s*)'${name}'`, 'g');

const RULES: readonly Rule[] = [
  {
    // Formatters do not break comments and strings.
    no: 'line of more than 120 columns',
    files: /\.(ts|mjs|js|rs|sh|py|go|toml|ya?ml)$|^\.ci\/(run|nightly)$|^Dockerfile$|^tools\/sbf\/sbf-ld$/,
    form: /^.{121,}$/gmu,
    bad: ['x'.repeat(121), `\n${'é'.repeat(121)}\n`],
    good: ['x'.repeat(120), '𝟙'.repeat(120)],
    except: { 'tests/programs/proxy/src/lib.rs': BUILT, 'tests/programs/proxy/Cargo.toml': BUILT },
  },
  {
    no: 'zero in the place of a stat that is not stated',
    files: PRODUCT,
    read: codeOf,
    form: new RegExp(
      `\\b(?:${/[sS]tats(?:\??\.get\([^()]*\)|(?:\?\.)?\[[^\][]*\])/.source}|` +
        `${/(?:before|after|now|was)\[(?:key\w*|'\d+')\]/.source})\\s*(?:\\?\\?|\\|\\|)\\s*0\\b`,
      'g',
    ),
    bad: [
      ...["Stats['1'] ?? 0", 'stats.get(key) ?? 0', 'record.Stats[key] || 0'],
      ...['stats?.[2] ?? 0', 'before[key] ?? 0'],
    ],
  },
  {
    no: 'name of one sport that decides what holds for the others',
    files: /^(ts|tests|examples|bench)\/.*\.tsx?$/,
    read: codeOf,
    form: new RegExp(`[!=]== ${SPORT}|${SPORT} [!=]==|case ${SPORT}`, 'g'),
    bad: ["sport === 'soccer'", "'basketball' !== sport", "case 'us-football':"],
    except: {
      'ts/explorer/pages/proof/sharing.ts': 'an option with its default is left out',
      'tests/cli/market.test.ts': 'any other sport',
      'tests/helpers/service/embeddedMarket.ts': 'a match of this sport is looked for',
      'tests/regress/deployed.test.ts': 'the name of a file',
    },
  },
  {
    // A test may choose a sport for who does not name one.
    no: 'sport chosen for who names none',
    files: PRODUCT,
    read: codeOf,
    form: new RegExp(`\\?\\? ${SPORT}`, 'g'),
    bad: ["sport ?? 'soccer'"],
    except: {
      'ts/cli/proof/fetchOptions.ts': 'the default of an option, which its help names',
      'ts/cli/proof/proofInput.ts': 'the default of an option, and the output says that it is assumed',
      'ts/records/record/scores/scoresRecord.ts': 'a record without a sport is refused, with its other faults',
    },
  },
  {
    no: 'list of sports that lacks one',
    files: /^ts\/.*(?<!\.test)\.(ts|tsx|json)$/,
    form: (text) => text.split('\n').filter((line) => sportsIn(line) > 1 && sportsIn(line) < SPORTS.length),
    bad: ['soccer or basketball'],
    good: ['soccer, basketball and US football', 'soccer'],
  },
  {
    no: 'layout in Rust that is what the others are not',
    files: /^(crates|programs)\/[^/]+\/src\/.*\.rs$/,
    form: (text) =>
      (/Layout::|Sport::/.test(text) &&
        text.match(/(layout|sport|self) [!=]= (Layout|Sport|Self)::|\(Self::\w+, _\) =>/g)) ||
      [],
    bad: ['if layout == Layout::Soccer', 'Layout::Soccer (Self::Soccer, _) => 1'],
  },
  {
    no: 'import of web3.js outside of its folder, examples and tests',
    files: /^(?!(ts\/sdk\/web3|examples|tests|tools\/sbf\/selftest)\/).*(?<!\.test)\.tsx?$/,
    read: codeOf,
    form: imported('@solana/web3\\.js'),
    bad: ["import { Keypair } from '@solana/web3.js';", "await import('@solana/web3.js')"],
  },
  {
    no: 'import of Kit outside of its folder',
    files: /^ts\/(?!sdk\/kit\/).*(?<!\.(test|bench))\.tsx?$/,
    read: codeOf,
    form: imported('@solana/kit'),
    bad: ["import { address } from '@solana/kit';"],
  },
  {
    no: 'package that runs on web3.js',
    files: PRODUCT,
    read: codeOf,
    form: imported('@linesman/sdk/web3'),
    bad: ["import { toPublicKey } from '@linesman/sdk/web3';"],
    except: { 'ts/regress/engine/bankrun.ts': 'the library of the engine takes its objects' },
  },
  {
    no: 'type of web3.js outside of the folders of client libraries',
    files: /^ts\/(?!sdk\/(web3|kit)\/).*(?<!\.(test|bench))\.tsx?$/,
    read: codeOf,
    form: /\b(PublicKey|TransactionInstruction|VersionedTransaction|Keypair|AddressLookupTableAccount)\b/g,
    bad: ['function send(transaction: VersionedTransaction)'],
  },
  {
    no: 'RPC request without a limit of its duration',
    files: PRODUCT,
    read: codeOf,
    form: /\bnew \(library\(\)\.Connection\)\(/g,
    bad: ['new (library().Connection)(url)'],
    except: { 'ts/sdk/web3/rpcConnection.ts': 'it sets the limit' },
  },
  {
    no: 'global of Node in code for browsers',
    files: /^ts\/sdk\/(?!(node|web3|kit)\/)\w+\/.*(?<!\.(test|bench))\.tsx?$/,
    read: codeOf,
    form: /\b(Buffer|process|require)\b(?=[.(])/g,
    bad: ['Buffer.from(text)', 'process.env', "require('x')"],
  },
  {
    no: 'page that names Linux x64 without glibc',
    files: /^(?!etc\/).*\.md$/,
    form: /^(?=.*Linux (on )?x64)(?!.*glibc).*$/gm,
    bad: ['It runs on Linux x64.', 'Linux on x64'],
    good: ['Linux x64 with glibc'],
  },
  {
    no: 'parsed object that is given to parseProof in place of the text of an answer',
    files: /^(?!etc\/).*\.md$|^examples\//,
    form: /parseProof\(\s*(JSON\.parse|await \w+\.json\(|\{)/g,
    bad: ['parseProof(JSON.parse(text))', 'parseProof(await response.json())', 'parseProof({ ...answer })'],
  },
  {
    // The context is spread into problem details and into the JSON output of the command line.
    no: 'name of an error field in the context of an error',
    files: /^ts\/sdk\/error\/texts\/(?!.*\/?text\.ts$).*(?<!\.test)\.ts$/,
    form: /\breadonly (message|hint|cause)\b|\{(message|hint|cause)\b/g,
    bad: ['readonly hint: string', '({message})'],
  },
];

/**
 * Forms of claims that no proof can keep, and a sentence of each that a page has had or might have. A proof shows what
 * the oracle committed to, not that it is true, and everybody trusts somebody (docs/trust.md).
 */
const CLAIMS: readonly (readonly [form: RegExp, sentence: string])[] = [
  [/trust(s|ing)? (nobody|no[ -]one)\b|\bnot even us\b/i, 'This page checks it: you trust nobody, not even us.'],
  [/\btrustless\b|\bwithout (any )?trust\b|\bzero[ -]trust\b/i, 'Trustless results'],
  [
    /\b(need|have|has) (not|no need) (to )?trust\b|\bno need to trust\b/i,
    'No referee decides, and you need not trust one.',
  ],
  [/\b(nobody|no[ -]one) can (change|alter|forge|fake|manipulate|lie)\b/i, 'Results that nobody can change'],
  [
    /\b(everything|all) (on|of|in) (this|the) (page|site|explorer) is (verified|checked|proven)\b/i,
    'Everything on this page is verified.',
  ],
  [/\bwithout any (service|server|node|oracle)\b/i, 'You can verify it yourself, without any service.'],
  [
    /\b(tamper|fraud|manipulation)[ -]?(proof|free)\b|\b(unforgeable|incorruptible|unhackable)\b/i,
    'Tamper-proof results',
  ],
  [/\b(impossible|cannot be possible) to (cheat|forge|fake|manipulate|lie)\b/i, 'It is impossible to cheat.'],
  [/\b(guaranteed?|certainly|always) (to be )?(true|correct|fair|honest)\b/i, 'Every result is guaranteed to be true.'],
  [/\b(completely|absolutely|perfectly|100 ?%) (safe|secure|fair|trustworthy)\b/i, 'Your money is completely safe.'],
  [
    /\bproves? (that )?(the )?(oracle|report|score|result) (is|was|tells|told) (the )?(true|truth|honest)\b/i,
    'It proves the oracle told the truth.',
  ],
  [/\bmathematical(ly)? (certain|guarantee|proof)/i, 'A mathematical guarantee'],
];

/** What people read: pages, pictures of links, READMEs, documents, examples and packages. */
const READ = new RegExp(
  [
    /(^|\/)(README|SECURITY|ARCHITECTURE)\.md$|^docs\/.*\.md$|^examples\/.*\.(md|html|tsx)$/,
    /^ts\/explorer\/.*(?<!\.test)\.(tsx?|html)$/,
    /^ts\/service\/(edge\/(preview|http)|commands)\/.*(?<!\.test)\.ts$/,
    /^ts\/sdk\/page\/.*\.ts$|^ts\/[^/]+\/package\.json$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** In one line, and without the quotes and joins of a source that cuts a sentence. */
const proseOf = (file: string): string =>
  textOf(file)
    .replace(/'\s*\+\s*'|\{' '\}/g, '')
    .replace(/\s+/g, ' ');

/** The texts that break the rules are here. */
const SELF = 'tests/sources/written.test.ts';

const found = ({ form }: Rule, text: string): readonly string[] =>
  typeof form === 'function' ? form(text) : (text.match(form) ?? []);

const CLAIMED = CLAIMS.map(([form, sentence]): Rule => {
  return { no: `claim such as "${sentence}"`, files: READ, read: proseOf, form, bad: [sentence] };
});

describe.each([...RULES, ...CLAIMED].map((rule) => [rule.no, rule] as const))('no %s', (_, rule) => {
  const { files, read = textOf, except = {}, bad, good = [] } = rule;

  it('is written', () => {
    const all = FILES.filter((file) => files.test(file) && file !== SELF);
    expect(all.length).toBeGreaterThan(5);
    const breaking = all.flatMap((file) => {
      const places = found(rule, read(file));
      return places.length > 0 ? [[file, places] as const] : [];
    });
    expect(breaking.filter(([file]) => !Object.hasOwn(except, file))).toEqual([]);
    expect(breaking.map(([file]) => file)).toEqual(expect.arrayContaining(Object.keys(except)));
  });

  it('goes unseen', () => {
    for (const text of bad) expect([text, found(rule, text)]).not.toEqual([text, []]);
    for (const text of good) expect([text, found(rule, text)]).toEqual([text, []]);
  });
});

it('lines of every language are checked', () => {
  const endings = new Set(FILES.filter((file) => RULES[0]?.files.test(file)).map((file) => file.split('.').at(-1)));
  for (const ending of ['ts', 'mjs', 'js', 'rs', 'sh', 'py', 'go', 'toml', 'yml']) expect(endings).toContain(ending);
});

it('pages, pictures, READMEs and documents are checked for claims', () => {
  for (const one of ['ts/explorer/index.html', 'README.md', 'docs/trust.md', 'ts/service/edge/preview/preview.ts'])
    expect(one).toMatch(READ);
});
