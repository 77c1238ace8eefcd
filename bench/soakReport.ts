import { figure, table } from './report.js';
import type { Arrivals } from './soakLedger.js';
import { meansOfSlots, type Sample, slope } from './soakMemory.js';

/** A slope of at most so many MB an hour over the last half is flat: below it, it is that of caches and collections. */
const FLAT = 60;
/** Minutes in which a slope says something. */
const LONG_ENOUGH = 20;
/** ms. */
const DELAY = 1_000;

export interface Soak {
  /** Minutes for which records were sent when due. */
  readonly minutes: number;
  readonly speed: number;
  readonly isInterrupted: boolean;
  /** Of all records; `stopped`: of matches without a predecessor. */
  readonly sent: number;
  readonly stopped: number;
  readonly stored: Arrivals;
  readonly streams: number;
  readonly streamed: Arrivals;
  /** ms. */
  readonly delay: { readonly p50: number; readonly p99: number };
  readonly roots: { readonly published: number; readonly late: number; readonly missing: number };
  readonly attester: { readonly attested: number; readonly backlog: number };
  readonly slots: { readonly read: number; readonly records: number; readonly failed: number };
  readonly memory: Readonly<Record<string, readonly Sample[]>>;
  /** What went wrong with a process. */
  readonly faults: readonly string[];
}

/** What a soak has to end with. */
export interface Check {
  readonly what: string;
  readonly found: string;
  readonly holds: boolean;
}

function whole({ expected, lost, twice, strange, examples }: Arrivals): string {
  const named = examples.length > 0 ? ` (${examples.join(', ')})` : '';
  return `${figure(expected)}, ${lost} lost${named}, ${twice} twice, ${strange} not sent`;
}
const isWhole = ({ expected, lost, twice, strange }: Arrivals): boolean => expected > 0 && lost + twice + strange === 0;

/** Of the last half, MB an hour. */
const slopeOf = (samples: readonly Sample[]): number =>
  slope(meansOfSlots(samples.slice(Math.floor(samples.length / 2))));

/** `isTimed`: also what depends on how busy the machine is. */
export function checksOf(soak: Soak, isTimed: boolean): Check[] {
  const { minutes, stopped, stored, streamed, delay, roots, attester, slots, memory, faults } = soak;
  const slopes = Object.values(memory).map(slopeOf);
  return [
    { what: 'records stored', found: whole(stored), holds: isWhole(stored) },
    { what: 'records of stopped matches', found: figure(stopped), holds: stopped > 0 },
    { what: `records in ${soak.streams} streams`, found: whole(streamed), holds: isWhole(streamed) },
    {
      what: 'delay of streams',
      found: `p50 ${delay.p50} ms, p99 ${delay.p99} ms`,
      holds: !isTimed || delay.p99 < DELAY,
    },
    {
      what: 'roots in their time',
      found: `${roots.published}, ${roots.late} late, ${roots.missing} missing`,
      holds: roots.published > 0 && roots.missing === 0 && (!isTimed || roots.late === 0),
    },
    {
      what: 'roots attested',
      found: `${attester.attested}, ${attester.backlog} not`,
      holds: attester.attested > 0 && attester.backlog === 0,
    },
    {
      what: 'whole slots read',
      found: `${figure(slots.read)} with ${figure(slots.records)} records, ${slots.failed} failed`,
      holds: slots.read > 0 && slots.failed === 0,
    },
    {
      what: 'memory of the last half',
      found: minutes < LONG_ENOUGH ? 'too short to judge' : `at most ${figure(Math.max(...slopes))} MB an hour`,
      holds: !isTimed || minutes < LONG_ENOUGH || slopes.every((one) => one <= FLAT),
    },
    { what: 'processes', found: faults.join('; ') || 'without a fault', holds: faults.length === 0 },
  ];
}

export const checksTable = (checks: readonly Check[]): string =>
  table(
    ['', 'found', 'holds'],
    checks.map(({ what, found, holds }) => [what, found, holds ? '✓' : '✗']),
  );

export const memoryTable = ({ memory }: Soak): string =>
  table(
    ['process', 'after a quarter', 'half', 'at the end', 'most', 'slope of the last half'],
    Object.entries(memory).map(([name, samples]) => [
      name,
      ...[0.25, 0.5, 1].map((share) => `${figure(samples[Math.ceil(share * samples.length) - 1]?.[1] ?? 0)} MB`),
      `${figure(Math.max(0, ...samples.map(([, megabytes]) => megabytes)))} MB`,
      `${figure(slopeOf(samples))} MB/h`,
    ]),
  );

const HEADING = '## Hours under load\n';
const NEXT = '\nNext: ';

/** The section of docs/internals/scale.md, as it is in a document; empty where there is none. */
export function soakSectionOf(document: string): string {
  const from = document.indexOf(HEADING);
  return from < 0 ? '' : document.slice(from, document.lastIndexOf(NEXT));
}

/** Puts the section before the last line of the document, or in the place of the one there. */
export function withSoakSection(document: string, section: string): string {
  const without = document.replace(soakSectionOf(document), '');
  const end = without.lastIndexOf(NEXT);
  const before = without.slice(0, end).trimEnd();
  return `${before}\n${section && `\n${section.trim()}\n`}${without.slice(end)}`;
}

export const soakSection = (
  soak: Soak,
  checks: readonly Check[],
  about: { machine: string; date: string },
): string => `${HEADING}
Written on ${about.date} by \`npm run soak -- --minutes ${Math.round(soak.minutes)} --speed ${soak.speed} --write\`, on:
${about.machine}.
All roles of a cluster as processes on one machine, which also runs their PostgreSQL and NATS servers and the embedded
chain: \`ingest --nats\`, two edges, a publisher, and an attester that starts after a quarter of the time. Beside them:
the simulated season at ${soak.speed} times its speed (${figure(soak.sent)} records; ${figure(soak.stopped)} of them are
of matches that lack one, and are refused), ${soak.streams} streams, and a reader of whole slots in a loop.

${checksTable(checks)}

Each role may take 512 MiB for objects, which is what Node takes in a pod of 2 GiB (\`deploy/kubernetes\`).
A root is in its time within a minute after the end of its slot. A slope is that of the line of least squares
through the means of whole slots; up to ${FLAT} MB an hour it counts as flat, and it is judged from
${LONG_ENOUGH} minutes on.

${memoryTable(soak)}
`;
