import { readFileSync } from 'node:fs';
import { Point } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../ts/sdk/error/linesmanError.js';
import { sha256 } from '../ts/sdk/format/sha256.js';
import { addressBytes } from '../ts/sdk/program/address/address.js';
import { rootsAddress } from '../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../ts/sdk/program/programId.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { ROOTS_KINDS } from '../ts/sdk/proof/rootsAccount.js';
import { ANSWERS } from './helpers/format/answers.js';
import { CHECK_ORDER, numbersInOrder } from './helpers/format/checkOrder.js';
import { formatParts, SMALL_ORDER } from './helpers/format/tables.js';
import { expectGenerated, generatedPart } from './helpers/generatedParts.js';
import { verifierRules } from './helpers/verifierRules.js';
import { readCorpus } from './vectors/corpus.js';
import { type Draft, edited, finish, sealAll, setEventRoot, sibling, verdict } from './vectors/draft.js';
import { judge } from './vectors/judge.js';
import { statTree } from './vectors/naiveTree.js';
import { ROOTS_FORMS } from './vectors/rootsAccount.js';
import { matchDraft } from './vectors/scene.js';
import type { ProofV2 } from './vectors/vector.js';

/** `docs/format.md`: its tables are those of the code, and the order of the checks is that of the verifiers. */

const DOCUMENT = new URL('../docs/format.md', import.meta.url);
const CORPUS = readCorpus();

it('the tables are those of the code', () => {
  expectGenerated(DOCUMENT, formatParts());
});

it('every other table stands in this list, because nothing makes it', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  let rest = text;
  for (const name of Object.keys(formatParts())) rest = rest.replace(generatedPart(text, name), '');
  const heads = rest.split('\n').flatMap((line, i, lines) => (/^\|---/.test(line) ? [lines[i - 1]] : []));
  // Borsh's own rules, which the tests of the codecs compare with the borsh library; and names of arguments.
  expect(heads).toEqual(['| type | bytes |', '| proof | arguments, in order |']);
});

describe('the order of the checks', () => {
  const inTables = new Set(
    Object.values(CHECK_ORDER).flatMap((of) => of.flatMap((one) => ('rule' in one ? one.rule : []))),
  );

  it('has every check that a proof, an account and a condition can fail', () => {
    const elsewhere = /^(10\. |11\. |The compact form)/;
    // Of the program that reads the account, and of the bytes of arguments: sections 7 and 1.
    const prose = ['RootsOwner', 'FlagByte'];
    const expected = verifierRules().filter(({ group, name }) => !elsewhere.test(group) && !prose.includes(name));
    expect([...inTables].filter((name) => name !== 'Signature').sort()).toEqual(
      expected.map(({ name }) => name).sort(),
    );
  });

  /** Table and version by the instruction of a vector. */
  const TABLES = {
    validate_stat: ['scores-v1', '1'],
    validate_stat_v2: ['scores', '2'],
    validate_stat_v3: ['scores', '3'],
    validate_stat_v4: ['scores', '4'],
    validate_odds: ['odds', ''],
    validate_odds_v4: ['odds', '4'],
    validate_fixture: ['fixture', ''],
    validate_fixture_batch: ['fixture-batch', ''],
  } as const;

  it.each(Object.entries(TABLES))(
    '%s: the tables have every number that the corpus knows',
    (instruction, [name, version]) => {
      const refused = CORPUS.filter(
        (one) => one.instruction === instruction && one.proof !== null && one.tree === 'current',
      );
      const numbers = refused.flatMap(({ expect: of }) => ('error' in of.typescript ? [of.typescript.error] : []));
      const known = new Set(numbersInOrder(name, version, 1));
      expect([...new Set(numbers)].filter((number) => !known.has(number))).toEqual([]);
    },
  );

  it.each(Object.entries(TABLES))('%s: the corpus has the faults in this order', (instruction, [name, version]) => {
    const pairs = CORPUS.filter((one) => one.instruction === instruction && one.class === 'precedence');
    const chain = pairs.flatMap(({ about, expect: of }) => {
      const [, first] = /^(\d+) is reported before everything/.exec(about) ?? [];
      // A fault that only the program sees is reported as the next one here.
      return first && 'error' in of.typescript && of.typescript.error === Number(first) ? [Number(first)] : [];
    });
    // None of v4 odds: the class has the unsigned ones.
    if (instruction !== 'validate_odds_v4') expect(chain.length).toBeGreaterThan(6);
    let rest = numbersInOrder(name, version, 4);
    for (const number of chain) {
      const place = rest.indexOf(number);
      expect([number, place >= 0]).toEqual([number, true]);
      rest = rest.slice(place + 1);
    }
  });

  type Scores = Draft<'validate_stat_v2'>;
  type Faults = Readonly<Record<string, (draft: Scores) => void>>;
  const zeroPath = (draft: Scores): string[] => draft.proof.leaves[2]?.path as string[];
  const withMarker = (draft: Scores, hash: string): void => {
    zeroPath(draft)[0] = sibling(hash, 'left');
  };
  const ZERO: Faults = {
    ZeroNodes: (draft) => zeroPath(draft).push(sibling('00'.repeat(32), 'left')),
    ZeroSides: (draft) => {
      zeroPath(draft)[1] = sibling((zeroPath(draft)[1] as string).slice(0, 64), 'right');
    },
    ZeroLayoutKnown: (draft) => withMarker(draft, `07${'ff'.repeat(31)}`),
    ZeroLayout: (draft) => withMarker(draft, `06${'ff'.repeat(31)}`),
    ZeroValue: ({ proof }) => {
      (proof.leaves[2] as ProofV2['leaves'][number]).stat.value = 1;
    },
    ZeroMap: (draft) => {
      zeroPath(draft)[1] = sibling('3a'.repeat(32), 'left');
    },
    ZeroKey: ({ proof }) => {
      (proof.leaves[2] as ProofV2['leaves'][number]).stat.key = 9;
    },
    ZeroBit: ({ proof }) => {
      (proof.leaves[2] as ProofV2['leaves'][number]).stat.key = 3001;
    },
  };
  const LIMIT = 2_147_483_647;
  /** The first two stats at the limit, so that their sum is beyond it. */
  const large = edited(matchDraft('v2') as Scores, (draft) => {
    const stats = [1, 2, 3, 4].map((key) => ({ key, value: LIMIT, period: 100 }));
    const { root, paths } = statTree(stats);
    draft.proof.leaves = stats.map((stat, i) => ({ stat, path: paths[i] ?? [] }));
    const about = (index: number) => ({ index, predicate: { threshold: 0, comparison: 'GreaterThan' as const } });
    draft.strategy.discretePredicates = [0, 1, 2, 3].map((index) => ({ single: about(index) }));
    setEventRoot(draft, root);
    sealAll(draft);
  });
  const CONDITION: Faults = {
    DistanceGiven: ({ strategy }) => {
      strategy.distancePredicate = null;
      strategy.geometricTargets.push({ statIndex: 3, prediction: 0 });
      strategy.discretePredicates.splice(3, 1);
    },
    StatIndex: ({ strategy }) => {
      strategy.discretePredicates.push({
        single: { index: 4, predicate: { threshold: 0, comparison: 'GreaterThan' } },
      });
    },
    StatOnce: ({ strategy }) => {
      const [one] = strategy.discretePredicates;
      if (one) strategy.discretePredicates.push(structuredClone(one));
    },
    EveryStat: ({ strategy }) => {
      strategy.discretePredicates.splice(2, 1);
    },
    ConditionOverflow: ({ strategy }) => {
      const predicate = { threshold: 0, comparison: 'GreaterThan' as const };
      strategy.discretePredicates.splice(0, 2, { binary: { indexA: 0, indexB: 1, op: 'Add', predicate } });
    },
  };

  it.each([
    ['zero', ZERO, matchDraft('v2') as Scores],
    ['condition', CONDITION, large],
  ] as const)('%s: of two faults the first in the table is reported', (name, faults, valid) => {
    const order = (CHECK_ORDER[name] ?? []).flatMap((step) => ('rule' in step ? [step] : []));
    // A path without the marker is an ordinary one, so in version 2 nothing fails this check.
    expect(Object.keys(faults)).toEqual(order.map(({ rule }) => rule).filter((rule) => rule !== 'ZeroMarker'));
    const result = (...edits: readonly ((draft: Scores) => void)[]) =>
      judge(finish(edited(valid, ...edits), { name, class: name, about: name }, verdict(true)));
    expect(result()).toEqual({ verdict: true });
    const tried = order.filter(({ rule }) => faults[rule]);
    for (const [i, first] of tried.entries())
      for (const later of tried.slice(i)) {
        // The later fault first: an earlier one may replace its field.
        const edits = later === first ? [first] : [later, first];
        const of = edits.map(({ rule }) => faults[rule] as (draft: Scores) => void);
        expect([first.rule, later.rule, result(...of)]).toEqual([first.rule, later.rule, { error: first.error }]);
      }
  });
});

it('the seeds lead to the addresses of the roots accounts', () => {
  const day = 20_600;
  for (const kind of ROOTS_KINDS) {
    const { address, bump } = rootsAddress(kind, day, LOCALNET_PROGRAM_IDS.oracle);
    const head = Buffer.concat([Buffer.from(ROOTS_FORMS[kind].seed), Buffer.from([day & 0xff, day >> 8, bump])]);
    const program = addressBytes(LOCALNET_PROGRAM_IDS.oracle);
    const preimage = Buffer.concat([head, program, Buffer.from('ProgramDerivedAddress')]);
    expect([kind, sha256(preimage)]).toEqual([kind, addressBytes(address)]);
  }
});

it('the points of small order are all eight of them', () => {
  const found = SMALL_ORDER.flatMap((y) =>
    [0, 0x80].flatMap((sign) => {
      const bytes = Buffer.from(y, 'hex');
      bytes[31] = (bytes[31] ?? 0) | sign;
      try {
        return [Point.fromBytes(bytes, false)];
      } catch {
        return []; // x is 0, so that there is no other sign.
      }
    }),
  );
  expect(found.every((point) => point.isSmallOrder())).toBe(true);
  expect(new Set(found.map((point) => point.toHex())).size).toBe(8);
});

describe('answers', () => {
  it.each(ANSWERS)('$name: every named field is needed', ({ example, fields, optional }) => {
    const text = readFileSync(new URL(`../examples/proofs/${example}`, import.meta.url), 'utf8');
    const whole = parseProof(text);
    for (const field of fields) {
      const answer = JSON.parse(text);
      const names = field.split('.');
      const last = names.pop() as string;
      const keyOf = (of: object, name: string): string =>
        Object.keys(of).find((key) => key[0]?.toLowerCase() === name[0] && key.slice(1) === name.slice(1)) ?? name;
      const parent = names.reduce((of, name) => of[keyOf(of, name)], answer);
      const key = keyOf(parent, last);
      expect([field, key in parent]).toEqual([field, true]);
      delete parent[key];
      const isOptional = (optional as readonly string[]).includes(field);
      if (!isOptional) expect(() => parseProof(answer), field).toThrow();
      else
        try {
          expect(parseProof(answer), field).not.toEqual(whole);
        } catch (error) {
          expect(error, field).toBeInstanceOf(LinesmanError);
        }
    }
  });
});
