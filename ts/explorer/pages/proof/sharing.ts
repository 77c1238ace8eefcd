import { bytesToHex } from '@linesman/sdk/format';
import { type Address, rootsAddress } from '@linesman/sdk/program';
import { type Inspection, type Proof, rootsPlaceOf, type StatProof } from '@linesman/sdk/proof';
import { type CaseContent, type CaseRequest, type CaseRoots, caseText } from '@linesman/sdk/prove';
import { addressTo } from '../../frame/route.js';
import type { Settings } from '../../frame/settings.js';
import type { Roots } from '../../shared/roots.js';
import { packed } from './packed.js';
import { isHash, type Question, type Subject } from './subject.js';

/** The content of the page. */
export interface Shared {
  readonly subject: Subject;
  /** The document in its current state. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly question: Question;
  readonly roots: Roots | null;
  readonly proof: Proof | null;
  readonly inspection: Inspection | null;
  readonly settings: Settings;
}

/** Quotes a text as one word for a shell. */
const word = (text: string): string => (/^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const keysOf = (proof: Proof | null): readonly number[] =>
  proof?.kind === 'stat' ? proof.leaves.map(({ stat }) => stat.key) : [];

/** Shows the full address only for this machine, because other addresses may carry an access key. */
function nodeAddress({ rpc }: Settings): string {
  if (rpc === null) return '"$RPC"';
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(rpc).hostname) ? word(rpc) : '"$RPC"';
}

/** Whether the service can be asked for the same proof again. */
const isAsked = ({ subject, isChanged, proof, settings }: Shared): boolean =>
  subject.seq !== null && !isChanged && proof?.kind === 'stat' && settings.service !== null && subject.request !== null;

/** The `linesman` command that says the same. */
export function commandFor(shared: Shared): string {
  const { subject, question, roots, proof, settings } = shared;
  const where = question.where.trim();
  const rest = [
    ...(where === '' || proof?.kind !== 'stat' ? [] : [`--where ${word(where)}`]),
    ...(question.sport === 'soccer' ? [] : [`--sport ${question.sport}`]),
    ...(isHash(question.oracleKey) ? [`--oracle-key ${question.oracleKey}`] : []),
    ...(question.format === 'current' ? [] : [`--format ${question.format}`]),
  ];
  if (isAsked(shared) && proof?.kind === 'stat')
    return [
      `npx linesman verify --fixture ${proof.summary.fixtureId} --seq ${subject.seq} --keys ${keysOf(proof).join(',')}`,
      ...rest,
      `--service ${word(settings.service ?? '')} --rpc ${nodeAddress(settings)} --api-token-file api-token`,
    ].join(' \\\n  ');
  return [
    `npx linesman verify ${word(fileName(shared))}`,
    ...(roots ? [`--roots ${word(roots.from === 'file' ? roots.name : 'roots.json')}`] : []),
    ...rest,
  ].join(' \\\n  ');
}

/** A name for the document as a file. */
export function fileName({ subject, isChanged, proof }: Shared): string {
  const own = /^[\w.-]+\.json$/.test(subject.name) && !subject.name.endsWith('.case.json') ? subject.name : null;
  const named = own ?? `${proof?.kind === 'stat' ? `fixture-${proof.summary.fixtureId}` : 'proof'}.json`;
  return isChanged ? `changed-${named}` : named;
}

/** TypeScript that does the same. */
export function codeFor({ question, roots, proof }: Shared): string {
  const where = question.where.trim();
  const isStat = proof?.kind === 'stat';
  const hasCondition = isStat && where !== '';
  const names = ['parseProof', ...(hasCondition ? ['parseCondition', 'strategyOf'] : []), 'verify'].sort();
  return [
    `import { ${names.join(', ')} } from '@linesman/sdk/proof';`,
    '',
    'const proof = parseProof(text); // the answer of the service',
    ...(hasCondition
      ? [`const strategy = strategyOf(parseCondition(${JSON.stringify(where)}), [${keysOf(proof).join(', ')}]);`]
      : []),
    'const result = verify(proof, {',
    `  sport: '${question.sport}',`,
    ...(hasCondition ? ['  strategy,'] : []),
    ...(roots ? ['  rootsAccount, // the bytes of the account on chain'] : []),
    ...(isHash(question.oracleKey) ? ['  oracleKeys: [oracleKey],'] : []),
    ...(question.format === 'current' ? [] : [`  format: '${question.format}',`]),
    '});',
    hasCondition ? 'console.log(result.verdict, result.facts);' : 'console.log(result);',
  ].join('\n');
}

/** A link that sends the same request to the service; null if no service was asked. It never contains a token. */
export function linkFor({ subject, question, proof }: Shared): string | null {
  if (subject.seq === null || proof?.kind !== 'stat') return null;
  const where = question.where.trim();
  return addressTo('proof', {
    fixture: proof.summary.fixtureId,
    seq: subject.seq,
    keys: keysOf(proof).join(','),
    where: where === '' ? null : where,
    sport: question.sport,
  });
}

/** A link that contains the whole proof and its question, so that opening it needs no service. */
export async function wholeLinkFor({ text, question }: Pick<Shared, 'text' | 'question'>): Promise<string> {
  const where = question.where.trim();
  return addressTo('proof', { p: await packed(text), sport: question.sport, where: where === '' ? null : where });
}

/** The paths of the endpoints that answer with proofs, for files whose request is unknown. */
const PATHS: Readonly<Record<StatProof['version'], string>> = {
  1: '/api/scores/stat-validation',
  2: '/api/scores/stat-validation',
  3: '/api/scores/stat-validation-v3',
  4: '/api/scores/stat-validation-v4',
};

function requestFor(proof: Proof): CaseRequest {
  const path = (): string => {
    switch (proof.kind) {
      case 'stat':
        return PATHS[proof.version];
      case 'odds':
        return proof.version === 4 ? '/api/odds/validation-v4' : '/api/odds/validation';
      case 'fixture':
        return '/api/fixtures/validation';
      case 'fixture-batch':
        return '/api/fixtures/batch-validation';
    }
  };
  return { method: 'GET', path: path(), query: {} };
}

/** The proof as a case for `linesman regress`: its name and its text; null for a document that is not a proof. */
export function caseFor(shared: Shared): { readonly name: string; readonly text: string } | null {
  const { subject, text, proof, question, roots, inspection, settings, isChanged } = shared;
  if (!proof) return null;
  const where = question.where.trim();
  const root = rootFor(proof, inspection, roots, settings.oracle);
  const name = fileName(shared)
    .replace(/\.json$/, '')
    .slice(0, 100);
  const content: CaseContent = {
    name,
    request: subject.request ?? requestFor(proof),
    roots: root,
    rootsMissing: root ? null : 'The page that created this case had no roots account of the day.',
    oracleKey: isHash(question.oracleKey) ? question.oracleKey : null,
    sport: question.sport,
    where: proof.kind === 'stat' && where !== '' ? where : null,
    notes: isChanged ? 'Made by the explorer, from a proof that was changed on purpose.' : 'Made by the explorer.',
  };
  return { name: `${name}.case.json`, text: caseText(content, text) };
}

/** The published root of a proof, as the account on the page has it. */
function rootFor(proof: Proof, inspection: Inspection | null, roots: Roots | null, oracle: Address): CaseRoots | null {
  const published = inspection?.levels.find(({ name }) => name === 'slot')?.root;
  if (!roots || !published) return null;
  const program = roots.program ?? oracle;
  const { kind, epochDay, index } = rootsPlaceOf(proof);
  const { address } = rootsAddress(kind, epochDay, program);
  return { program, address, epochDay, slot: index, root: bytesToHex(published) };
}
