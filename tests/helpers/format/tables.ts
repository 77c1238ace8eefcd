import { table } from '../../../tools/docs/table.js';
import { ERRORS } from '../../../ts/sdk/error/errors.js';
import { BATCH_METADATA_SCHEMA, metadataLeafBytes } from '../../../ts/sdk/format/batchMetadata.js';
import { borshBytes, type Schema } from '../../../ts/sdk/format/borsh.js';
import { FIXTURE_SCHEMA, fixtureLeafBytes } from '../../../ts/sdk/format/fixture.js';
import { FIXTURE_BATCH_SUMMARY_SCHEMA, fixtureSummaryLeafBytes } from '../../../ts/sdk/format/fixtureBatchSummary.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import { ODDS_SCHEMA, oddsLeafBytes } from '../../../ts/sdk/format/odds.js';
import { ODDS_BATCH_SUMMARY_SCHEMA, oddsSummaryLeafBytes } from '../../../ts/sdk/format/oddsBatchSummary.js';
import { ODDS_VALIDATION_INPUT_SCHEMA } from '../../../ts/sdk/format/oddsValidationInput.js';
import { periodName } from '../../../ts/sdk/format/period.js';
import { PATH_SCHEMA } from '../../../ts/sdk/format/proofNode.js';
import { SCORE_STAT_SCHEMA, statLeafBytes } from '../../../ts/sdk/format/scoreStat.js';
import { SCORES_BATCH_SUMMARY_SCHEMA, scoresSummaryLeafBytes } from '../../../ts/sdk/format/scoresBatchSummary.js';
import { sha256 } from '../../../ts/sdk/format/sha256.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';
import { SPORTS, type Sport } from '../../../ts/sdk/format/sports/sports.js';
import { statName } from '../../../ts/sdk/format/statName.js';
import { STAT_VALIDATION_INPUT_V4_SCHEMA } from '../../../ts/sdk/format/statValidationInput.js';
import { keysOfSport, zeroMapBit } from '../../../ts/sdk/format/zeroMap.js';
import { buildTree } from '../../../ts/sdk/merkle/tree.js';
import { ROOTS_KINDS, ROOTS_LAYOUTS, type RootsKind } from '../../../ts/sdk/proof/rootsAccount.js';
import { MAX_PATH, MAX_STATS } from '../../../ts/sdk/proof/statForm.js';
import { readKnownAnswers } from '../../vectors/knownAnswersFile.js';
import { ROOTS_FORMS } from '../../vectors/rootsAccount.js';
import { verifierRules } from '../verifierRules.js';
import { ANSWERS } from './answers.js';
import { CHECK_ORDER, REMARKS } from './checkOrder.js';

/** The generated tables of `docs/format.md`. */

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A schema as the fields that it encodes to; structs of structs are flat. */
function fieldsOf(schema: Schema, name = ''): string[] {
  if (typeof schema === 'string') return [`${schema} ${name}`.trim()];
  if (schema === PATH_SCHEMA) return [`path ${name}`];
  if ('struct' in schema) return Object.entries(schema.struct).flatMap(([field, of]) => fieldsOf(of, snake(field)));
  if ('option' in schema) return [`option<${typeOf(schema.option)}> ${name}`];
  if ('array' in schema && schema.array.len === 32) return [`[32] ${name}`];
  return [`${typeOf(schema)} ${name}`];
}

function typeOf(schema: Schema): string {
  if (typeof schema === 'string') return schema;
  if ('array' in schema) return schema.array.len === 32 ? '[32]' : `vec<${typeOf(schema.array.type)}>`;
  return `(${fieldsOf(schema).join(' ‖ ')})`;
}

/** A value that the schema encodes. */
function sampleOf(schema: Schema): unknown {
  if (typeof schema === 'string') return schema === 'string' ? 'ab' : schema === 'bool' ? true : 1;
  if ('struct' in schema)
    return Object.fromEntries(Object.entries(schema.struct).map(([field, of]) => [field, sampleOf(of)]));
  if ('array' in schema) return schema.array.len === 32 ? new Uint8Array(32).fill(5) : [];
  return null;
}

const isFixed = (schema: Schema): boolean =>
  typeof schema === 'string'
    ? schema !== 'string'
    : 'struct' in schema
      ? Object.values(schema.struct).every(isFixed)
      : 'array' in schema && schema.array.len === 32;

/** A leaf's row: what the encoder writes before the schema's bytes is its tag. */
function leafRow<T>(name: string, schema: Schema, encode: (value: T) => Uint8Array): string[] {
  const sample = sampleOf(schema);
  const [whole, bare] = [bytesToHex(encode(sample as T)), bytesToHex(borshBytes(schema, sample, name))];
  if (!whole.endsWith(bare)) throw new Error(`the encoder of the ${name} does not write its schema`);
  const tag = whole.slice(0, whole.length - bare.length);
  const preimage = [...(tag ? [`0x${tag}`] : []), ...fieldsOf(schema)].join(' ‖ ');
  return [name, `\`${preimage}\``, isFixed(schema) ? `${whole.length / 2}` : 'any but 64'];
}

const leaves = (): string =>
  table(
    ['leaf', 'preimage', 'bytes'],
    [
      leafRow('stat', SCORE_STAT_SCHEMA, statLeafBytes),
      ['zero map', '`[32] zero_map`', '32'],
      leafRow('batch metadata', BATCH_METADATA_SCHEMA, metadataLeafBytes),
      leafRow('scores summary', SCORES_BATCH_SUMMARY_SCHEMA, scoresSummaryLeafBytes),
      leafRow('odds summary', ODDS_BATCH_SUMMARY_SCHEMA, oddsSummaryLeafBytes),
      // Its name makes it longer than 64.
      leafRow('fixture summary', FIXTURE_BATCH_SUMMARY_SCHEMA, fixtureSummaryLeafBytes).with(2, '69 and the name'),
      leafRow('odds record', ODDS_SCHEMA, oddsLeafBytes),
      leafRow('fixture record', FIXTURE_SCHEMA, fixtureLeafBytes),
    ],
  );

const payloads = (): string =>
  table(
    ['answer', 'payload'],
    [
      ['scores', STAT_VALIDATION_INPUT_V4_SCHEMA],
      ['odds', ODDS_VALIDATION_INPUT_SCHEMA],
    ].map(([name, schema]) => [name as string, `\`${fieldsOf(schema as Schema).join(' ‖ ')}\``]),
  );

const trees = (): string =>
  table(
    ['leaves', 'depth', 'root'],
    [0, 1, 2, 3, 4, 5, 6].map((count) => {
      const { depth, root } = buildTree(Array.from({ length: count }, (_, i) => sha256(Uint8Array.of(i))));
      return [count, count === 0 ? '–' : depth, `\`${bytesToHex(root)}\``];
    }),
  );

const limits = (): string =>
  table(
    ['limit', 'most'],
    [
      ['nodes of a path, hashes of a multiproof', MAX_PATH],
      ['stats of a proof, versions 2 to 4', MAX_STATS],
      ['stats of a proof, version 1', 2],
    ],
  );

/** The blocks of a sport's keys, their offsets and the first bit of each. */
function layoutOf(sport: Sport) {
  const keys = keysOfSport(sport);
  const blocks = [...new Set(keys.map((key) => Math.floor(key / 1000)))];
  const offsets = keys.filter((key) => key < 1000);
  const bases = blocks.map((block) => zeroMapBit(sport, 1000 * block + 1));
  return { blocks, offsets: `${offsets.at(0)}–${offsets.at(-1)}`, bases };
}

const layouts = (): string =>
  table(
    ['sport', 'layout byte', 'blocks', 'offsets', 'first bit of each block'],
    SPORTS.map((sport) => {
      const { blocks, offsets, bases } = layoutOf(sport);
      return [sport, layoutByteOf(sport), blocks.join(', '), offsets, bases.join(', ')];
    }),
  );

function roots(): string {
  const line = (name: string, of: (kind: RootsKind) => string) => [name, ...ROOTS_KINDS.map(of)];
  const slots = (kind: RootsKind) => (ROOTS_LAYOUTS[kind].size - 16) / 32;
  return table(
    ['bytes', ...ROOTS_KINDS],
    [
      line('0 to 7', (kind) => `\`${bytesToHex(ROOTS_LAYOUTS[kind].discriminator)}\``),
      line('8 and 9', (kind) => `u16 ${kind === 'fixtures' ? 'window' : 'day'}`),
      line(
        'from 10',
        (kind) => `${slots(kind)} roots of 32 bytes, one for each ${kind === 'fixtures' ? 'hour' : 'slot'}`,
      ),
      line('then', () => 'u8 bump, 5 zero bytes'),
      line('in all', (kind) => `${ROOTS_LAYOUTS[kind].size}`),
      line('seed', (kind) => `\`${ROOTS_FORMS[kind].seed}\``),
    ],
  );
}

const SENTENCES = new Map(verifierRules().map(({ name, sentence }) => [name, sentence]));

function checks(name: string): string {
  const order = CHECK_ORDER[name] ?? [];
  const hasVersions = order.some((step) => step.in);
  return table(
    ['check', 'a proof passes if', ...(hasVersions ? ['versions'] : []), 'error'],
    order.map((step) => {
      const versions = hasVersions ? [step.in ?? '2, 3, 4'] : [];
      if ('table' in step) return ['', step.words, ...versions, ''];
      if (!ERRORS.has(step.error)) throw new Error(`there is no error ${step.error}`);
      const text = [SENTENCES.get(step.rule), REMARKS[step.rule]].filter(Boolean).join(' ');
      return [step.rule, text, ...versions, step.error];
    }),
  );
}

/** The y of every point of small order: those of the eight points that eight times any of them gives. */
export const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
] as const;

const keys = (): string =>
  table(
    ['sport', 'block', 'offsets', 'stat'],
    SPORTS.flatMap((sport) => {
      const { blocks } = layoutOf(sport);
      const first = keysOfSport(sport).filter((key) => key < 1000 && key % 2 === 1);
      const stats = first.map((key) => `${key}/${key + 1} ${statName(sport, key)?.replace('participant 1 ', '')}`);
      const parts = blocks.map((block) => `${block} ${statName(sport, 1000 * block + 1)?.split(', ')[1] ?? 'total'}`);
      return [[sport, parts.join(', '), `1–${2 * first.length}`, stats.join(', ')]];
    }),
  );

const periods = (): string =>
  table(
    ['sport', 'periods'],
    SPORTS.map((sport) => {
      const numbers = Array.from({ length: 101 }, (_, period) => period);
      const named = numbers.flatMap((period) => {
        const name = periodName(sport, period);
        return name === undefined ? [] : [`${period} ${name}`];
      });
      return [sport, named.join(', ')];
    }),
  );

const answers = (): string =>
  table(
    ['answer', 'fields'],
    ANSWERS.map(({ name, fields }) => [name, fields.map((field) => `\`${field}\``).join(', ')]),
  );

function example(): string {
  const known = readKnownAnswers();
  return table(
    ['of the example', 'value'],
    [
      ['zero map of the second update', known.zeroMaps[1]],
      ['its event stat root', known.eventStatRoots[1]],
      ['sub-tree root of the fixture', known.summary.eventsSubTreeRoot],
      ['summary leaf', known.summary.leaf],
      ['metadata leaf', known.metadata.leaf],
      ['root, of day 20833 and slot 96', known.mainRoot],
      ['signed digest', known.v4.digest],
    ].map(([name, value]) => [name as string, `\`${value}\``]),
  );
}

/** Every generated part, by its name. */
export const formatParts = (): Record<string, string> => ({
  trees: trees(),
  limits: limits(),
  leaves: leaves(),
  layouts: layouts(),
  roots: roots(),
  payloads: payloads(),
  'small-order': table(
    ['y'],
    SMALL_ORDER.map((y) => [`\`${y}\``]),
  ),
  ...Object.fromEntries(Object.keys(CHECK_ORDER).map((name) => [`checks-${name}`, checks(name)])),
  keys: keys(),
  periods: periods(),
  answers: answers(),
  example: example(),
});
