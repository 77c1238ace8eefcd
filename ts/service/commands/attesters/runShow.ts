import { columns, EXIT, json, showTable, type Terminal } from '@linesman/cli';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { MS_PER_DAY } from '@linesman/sdk/format';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { chainTime, fetchAttesterSet } from '@linesman/sdk/program';
import { RECORD_KINDS, type RecordKind } from '../../data/store/recordKind.js';
import { periodsBetween, type ReadPeriod, readPeriods, slotStartIn } from '../../roots/attest/periods.js';
import type { ShowFlags } from './show.js';

/** The attested slots of a kind. */
interface KindSummary {
  readonly kind: RecordKind;
  /** Roots on chain. */
  readonly roots: number;
  /** By key: the number of slots that it has attested, and the start of the latest in ms. */
  readonly keys: readonly { readonly attested: number; readonly latest: number | null }[];
  /** By number of keys, from 1: the number of slots that at least this many keys have attested. */
  readonly byCount: readonly number[];
}

/** Shows a set. Returns the exit code. */
export async function runShow(flags: ShowFlags, terminal: Terminal): Promise<number> {
  const { days } = flags;
  const chain = openChain(flags);
  const { oracle } = programsOfFlags(flags);
  const set = await fetchAttesterSet(chain, { set: flags.set, oracle });
  const today = Math.floor((1_000 * (await chainTime(chain))) / MS_PER_DAY);
  const asked = RECORD_KINDS.flatMap((kind) => periodsBetween(kind, Math.max(0, today - days), today));
  const periods = await readPeriods({ chain, oracle, set: set.address }, asked);
  const kinds = RECORD_KINDS.map((kind) => summaryOf(kind, periods, set.keys.length));
  if (flags.json) {
    const { address, creator, id, keys } = set;
    terminal.out(json({ set: address, creator, id, keys, days, kinds }));
    return EXIT.valid;
  }
  showTable(terminal, [
    ['set', set.address],
    ['creator', set.creator],
    ['id', String(set.id)],
    ...set.keys.map((key, i) => [`key ${i}`, key] as const),
  ]);
  const head = ['', ...set.keys.map((_, i) => `key ${i}`), ...set.keys.map((_, i) => `by ${i + 1}`), 'roots'];
  const cells = kinds.map(({ kind, keys, byCount, roots }) =>
    [kind, ...keys.map(({ attested }) => attested), ...byCount, roots].map(String),
  );
  const latest = kinds.map(({ kind, keys }) => [
    `latest ${kind}`,
    ...keys.map((key) => (key.latest === null ? 'none' : isoTime(key.latest / 1_000))),
  ]);
  terminal.out(`\n${columns([head, ...cells], head.map((_, i) => i).slice(1))}\n`);
  terminal.out(columns([['', ...set.keys.map((_, i) => `key ${i}`)], ...latest]));
  return EXIT.valid;
}

function summaryOf(kind: RecordKind, periods: readonly ReadPeriod[], keys: number): KindSummary {
  const slots = periods
    .filter((period) => period.kind === kind)
    .flatMap(({ period, roots, bits }) =>
      roots.map((root, slot) => ({
        slotStart: slotStartIn({ kind, period }, slot),
        isThere: root !== null,
        bits: bits[slot] ?? 0,
      })),
    );
  const by = (key: number) => slots.filter(({ bits }) => ((bits >> key) & 1) === 1);
  const count = (bits: number): number =>
    Array.from({ length: keys }, (_, i) => (bits >> i) & 1).reduce((a, b) => a + b, 0);
  return {
    kind,
    roots: slots.filter(({ isThere }) => isThere).length,
    keys: Array.from({ length: keys }, (_, key) => {
      const attested = by(key);
      return { attested: attested.length, latest: attested.at(-1)?.slotStart ?? null };
    }),
    byCount: Array.from({ length: keys }, (_, i) => slots.filter(({ bits }) => count(bits) > i).length),
  };
}
