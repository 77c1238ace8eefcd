import { ERRORS } from '@linesman/sdk/error';
import { TRANSACTION_LIMIT } from '@linesman/sdk/program';
import { rulesOfRefusal } from '../conform/rules.js';
import type { Judged } from '../judge/judgeCase.js';
import type { CaseEntry, OfflineEntry, ProgramEntry } from '../ledger/ledger.js';
import type { Finding, FindingKind } from './finding.js';

export interface Comparison {
  readonly name: string;
  readonly file: string;
  readonly where: string | null;
  readonly build: string;
  /** Share of the recorded units by which they may differ: 0.01 for 1 %. */
  readonly unitsTolerance: number;
  /** Whether the bytes of the program are the recorded ones. */
  readonly isSameProgram: boolean;
  /** Whether the engine can give the result `precompile`. */
  readonly runsPrecompiles: boolean;
  /** Whether the engine executes transactions beyond 1,232 bytes. */
  readonly executesLarge: boolean;
}

/** The findings of one case, and whether something in it could not be compared. */
export interface Compared {
  readonly findings: readonly Finding[];
  /** Why the execution was not compared; null if it was. */
  readonly skipped: string | null;
}

/**
 * Compares a case with its entry. A changed verdict hides its consequences, so facts, finality, units and bytes are
 * compared only if the verdict is the same.
 */
export function compareCase(was: CaseEntry, now: Judged, about: Comparison): Compared {
  const { name, file, build } = about;
  const finding = (kind: FindingKind, by: string | null, before: string, after: string, reason: string): Finding => ({
    kind,
    name,
    file,
    by,
    was: before,
    is: after,
    reason,
  });
  const findings: Finding[] = [];
  if (was.root !== now.root)
    findings.push(
      finding('root', null, was.root ?? 'none', now.root ?? 'none', 'The case has another root than the recorded one.'),
    );
  const add: Add = (kind, by, before, after, reason) => {
    findings.push(finding(kind, by, before, after, reason));
  };
  compareOffline(was.offline, now.offline, about, add);
  if (!isExecuted(now.program, about))
    return { findings, skipped: `The engine takes no transaction beyond ${TRANSACTION_LIMIT} bytes.` };
  const recorded = was.builds[build];
  if (recorded === undefined) return { findings, skipped: null };
  const isUnseen = recorded.result === 'precompile' && !about.runsPrecompiles;
  if (isUnseen)
    return { findings, skipped: 'The engine does not run the Ed25519 precompile, which refused this proof.' };
  compareProgram(recorded, now, about, add);
  return { findings, skipped: null };
}

/** Whether the engine can have executed a transaction of this size. */
export const isExecuted = (
  { bytes }: Pick<ProgramEntry, 'bytes'>,
  { executesLarge }: Pick<Comparison, 'executesLarge'>,
): boolean => executesLarge || bytes === null || bytes <= TRANSACTION_LIMIT;

type Add = (kind: FindingKind, by: string, was: string, is: string, reason: string) => void;

function compareOffline(was: OfflineEntry, now: OfflineEntry, about: Comparison, add: Add): void {
  const by = 'offline';
  if (was.result !== now.result) {
    add('verdict', by, endOf(was), endOf(now), changeOf('The offline verifier', was, now, about));
    return;
  }
  if (was.error !== now.error) add('number', by, numbered(was.error), numbered(now.error), numberChange(now.error));
  const [before, after] = [was.facts.join('; '), now.facts.join('; ')];
  if (before !== after) add('facts', by, before, after, 'The proof shows other facts.');
  if (was.final !== now.final)
    add(
      'final',
      by,
      `${was.final}`,
      `${now.final}`,
      now.final ? 'The facts count as final now.' : 'The facts do not count as final any more.',
    );
}

function compareProgram(was: ProgramEntry, { program: now, failure }: Judged, about: Comparison, add: Add): void {
  const by = about.build;
  if (was.result !== now.result) {
    const said = failure === null ? '' : ` The runtime says: ${failure}`;
    add('verdict', by, endOf(was), endOf(now), changeOf('The program', was, now, about) + said);
    return;
  }
  if (was.error !== now.error) add('number', by, numbered(was.error), numbered(now.error), numberChange(now.error));
  if (was.instruction !== now.instruction || was.form !== now.form)
    add(
      'instruction',
      by,
      `${was.instruction} (${was.form})`,
      `${now.instruction} (${now.form})`,
      'The proof is sent with another instruction.',
    );
  if (was.units !== now.units && !isWithin(was.units, now.units, about.unitsTolerance))
    add('units', by, `${was.units}`, `${now.units}`, unitsChange(was.units, now.units, about.isSameProgram));
  if (was.bytes !== now.bytes) add('bytes', by, `${was.bytes}`, `${now.bytes}`, bytesChange(was.bytes, now.bytes));
}

type Ended = Pick<OfflineEntry | ProgramEntry, 'result' | 'error'>;

/** A result, with the name of its error. */
export const endOf = ({ result, error }: Ended): string => (error === null ? result : `${result} (${numbered(error)})`);

const numbered = (error: number | null): string =>
  error === null ? 'none' : `${error} ${ERRORS.get(error)?.name ?? 'unknown'}`;

const sentenceOf = (error: number | null): string => (error === null ? '' : (ERRORS.get(error)?.sentence ?? ''));

const numberChange = (error: number | null): string =>
  `It is refused for another reason now. ${sentenceOf(error)}`.trim();

/** The earlier and the present answer of a verifier. */
const ENDS: Readonly<Record<OfflineEntry['result'] | ProgramEntry['result'], readonly [then: string, now: string]>> = {
  true: ['found the condition true', 'finds it true'],
  false: ['found the condition false', 'finds it false'],
  valid: ['accepted the proof', 'accepts it'],
  refused: ['refused the proof', 'refuses it'],
  precompile: [
    'was not reached, because the Ed25519 precompile refused the signature',
    'is not reached, because the Ed25519 precompile refuses the signature',
  ],
  failed: ['was stopped by the runtime', 'is stopped by the runtime'],
  'not run': ['could not be given the proof', 'cannot be given it'],
};

/** The change in words. */
function changeOf(who: string, was: Ended, now: Ended, { where, name }: Comparison): string {
  const condition = where === null || !/^(true|false)$/.test(now.result) ? '' : `: ${where}`;
  const change = `${who} ${ENDS[was.result][0]}, and now ${ENDS[now.result][1]}${condition}.`;
  if (now.error !== null) return `${change} ${sentenceOf(now.error)}${rulesIn(name, now.error)}`;
  return was.error === null ? change : `${change} Before: ${sentenceOf(was.error)}${rulesIn(name, was.error)}`;
}

/** The rules by which a proof was or is refused. */
function rulesIn(name: string, error: number): string {
  const [rule, ...others] = rulesOfRefusal(name, error);
  if (rule === undefined) return '';
  if (others.length === 0) return ` Rule ${rule}`;
  return ` One of the rules ${[rule, ...others].map((text) => text.split(':')[0]).join(', ')}.`;
}

const isWithin = (was: number | null, now: number | null, tolerance: number): boolean =>
  was !== null && now !== null && Math.abs(now - was) <= was * tolerance;

function unitsChange(was: number | null, now: number | null, isSameProgram: boolean): string {
  const cause = isSameProgram
    ? 'The program is the same, so the instruction data or the runtime changed.'
    : 'The bytes of the program changed, too.';
  if (was === null || now === null) return cause;
  const share = was === 0 ? '' : ` (${signed(Number((((now - was) * 100) / was).toFixed(2)))} %)`;
  return `${signed(now - was)} compute ${Math.abs(now - was) === 1 ? 'unit' : 'units'}${share}. ${cause}`;
}

function bytesChange(was: number | null, now: number | null): string {
  if (was === null || now === null) return 'The transaction is another one.';
  const beyond = was <= TRANSACTION_LIMIT && now > TRANSACTION_LIMIT;
  const count = `${signed(now - was)} ${Math.abs(now - was) === 1 ? 'byte' : 'bytes'} in the transaction.`;
  return beyond ? `${count} Beyond ${TRANSACTION_LIMIT} bytes it needs a transaction of version 1.` : count;
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `${value}`);
