import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clusterOf, commandStop, EXIT, OPEN_SERVICE, type Terminal, travelsOpenly } from '@linesman/cli';
import { type Log, priorityFeeOf } from '@linesman/keeper';
import { programsOfFlags } from '@linesman/keeper/internal/commands/deploymentOf';
import { keeperLog } from '@linesman/keeper/internal/commands/keeper/keeperLog';
import { openChain } from '@linesman/keeper/internal/commands/openChain';
import { LamportLimit } from '@linesman/keeper/internal/lamportLimit';
import { errorFields } from '@linesman/keeper/internal/reporter';
import { systemTimers } from '@linesman/sdk/client';
import { isError, REQUEST_ABORTED } from '@linesman/sdk/error';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { inFolder, readKeypair, secretsOf, WholeFile } from '@linesman/sdk/node';
import { fetchAttesterSet } from '@linesman/sdk/program';
import { slotLength } from '../../data/store/recordKind.js';
import { AttestMetrics } from '../../metrics/attestMetrics.js';
import { Attester, type AttestRound, type JudgedSlot } from '../../roots/attest/attester.js';
import { differingText, type Evidence, evidenceFile } from '../../roots/attest/evidence.js';
import { oracleAttestations } from '../../roots/attest/oracleAttestations.js';
import type { AttestFlags } from './attest.js';
import { openSources } from './sources.js';

/** ms between two checks of all days, and of slots that did not match. */
const WHOLE = 3_600_000;
/** ms between two lines about progress. */
const TOLD = 5_000;

/**
 * Runs an attester until it is stopped, or for one round. Returns the exit code. `signal` replaces SIGINT and SIGTERM
 * in tests.
 */
export async function runAttest(flags: AttestFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const timers = systemTimers;
  const metrics = new AttestMetrics();
  const { rpc, store = [], service = [], set: address, once, dryRun } = flags;
  const programs = programsOfFlags(flags);
  const priorityFee = flags.priorityFee === undefined ? undefined : priorityFeeOf(flags.priorityFee);
  const attester = readKeypair(flags.keypair);
  const secrets = [
    ...secretsOf(rpc),
    ...store
      .filter((place) => URL.canParse(place))
      .flatMap(secretsOf)
      .filter((one) => one.length > 3),
  ];
  let log: Log = () => {};
  const stop = commandStop({ given: signal, onStop: () => log('info', 'stopping') });
  const opened = await openSources(flags, metrics, stop.signal).catch((error: unknown) => {
    stop.end();
    throw error;
  });
  try {
    const hidden = [...opened.tokens, ...secrets];
    log = keeperLog(terminal, { json: !!flags.json, verbose: !!flags.verbose, secrets: hidden, now: timers.now });
    const chain = openChain(flags);
    const set = await fetchAttesterSet(chain, { set: address, oracle: programs.oracle });
    const attestations = oracleAttestations({
      ...{ chain, programs, set, attester, timers, priorityFee },
      lamports: new LamportLimit(metrics, flags.lamportsInFlight),
      onSent: (signature, period, slots) => log('info', 'sent', { ...period, slots: slots.length, signature }),
    });
    const engine = new Attester({
      sources: opened.sources,
      chain: attestations,
      kinds: flags.kinds,
      days: flags.days,
      grace: 1_000 * flags.grace,
      dryRun: !!dryRun,
      onSlot: (slot) => tell(log, metrics, flags, slot),
      onFailure: (what, error, about) => {
        metrics.failed(error);
        log('error', `${what}: failed, will be tried again`, { ...about, ...errorFields(error) });
      },
      onProgress: progressTo(log, timers),
    });
    for (const url of service) if (travelsOpenly(url)) log('warn', OPEN_SERVICE);
    await engine.check(stop.signal);
    const state: { last: AttestRound | Error | null } = { last: null };
    const operation = flags.metrics && (await operationAt(flags, metrics, chain, state, stop.signal));
    const url = await operation?.listen();
    log('info', 'started', {
      ...{ attester: attester.address, set: address, key: set.keys.indexOf(attester.address), of: set.keys.length },
      cluster: clusterOf(flags),
      oracle: programs.oracle,
      sources: opened.sources.map(({ name }) => name).join(' '),
      ...(url !== undefined && { metrics: url }),
      ...(dryRun && { dryRun: true }),
    });
    try {
      let wholeAt = Number.NEGATIVE_INFINITY;
      for (;;) {
        const isWhole = timers.now() - wholeAt >= WHOLE;
        state.last = await engine.round(isWhole, stop.signal).catch((error: Error) => error);
        if (stop.signal.aborted) return once ? EXIT.failure : EXIT.valid;
        if (isWhole && !(state.last instanceof Error)) wholeAt = timers.now();
        metrics.balance.set(Number(await chain.lamports(attester.address).catch(() => Number.NaN)));
        tellRound(log, metrics, state.last, isWhole || !!once);
        if (once) return codeOf(state.last);
        await timers.sleep(1_000 * flags.interval, stop.signal);
      }
    } finally {
      await operation?.close();
    }
  } catch (error) {
    if (stop.signal.aborted && isError(error, REQUEST_ABORTED)) return once ? EXIT.failure : EXIT.valid;
    throw error;
  } finally {
    await opened.close();
    stop.end();
  }
}

const codeOf = (round: AttestRound | Error): number => {
  if (round instanceof Error || round.failures > 0) return EXIT.failure;
  return round.mismatches + round.behind > 0 ? EXIT.untrue : EXIT.valid;
};

/** Loaded on demand, because the HTTP modules are slow to load. */
async function operationAt(
  { metrics: at, interval }: AttestFlags,
  metrics: AttestMetrics,
  chain: { slot(): Promise<number> },
  state: { readonly last: AttestRound | Error | null },
  signal: AbortSignal,
) {
  if (at === undefined) return undefined;
  const { AttestOperation } = await import('./attestOperation.js');
  const lastRound = async () => {
    const { last } = state;
    if (last === null) return { note: `The first round has not ended; there is one every ${interval} seconds.` };
    if (last instanceof Error) return 'The last round could not read the chain.';
    if (last.failures > 0) return 'A source or a transaction failed in the last round.';
    const mismatches = last.mismatches + last.known;
    const notes = [
      ...(mismatches > 0 ? [`${mismatches} slots do not match, and are not attested.`] : []),
      ...(last.behind > 0 ? [`${last.behind} slots wait for a source that is behind.`] : []),
    ];
    return notes.length === 0 ? null : { note: notes.join(' ') };
  };
  return new AttestOperation({ at, metrics, askChain: () => chain.slot(), lastRound }, signal);
}

function tell(log: Log, metrics: AttestMetrics, { evidence: folder, dryRun }: AttestFlags, slot: JudgedSlot): void {
  const { kind, period, slot: place, slotStart, outcome, evidence } = slot;
  metrics.slots.inc({ kind, outcome });
  const until = slotStart + slotLength(kind);
  const about = { kind, period, slot: place, from: isoTime(slotStart / 1_000) };
  if (outcome === 'attested') {
    metrics.lastAttested.set({ kind }, until / 1_000);
    log('debug', dryRun ? 'would attest' : 'attested', about);
  }
  if (outcome === 'behind') log('warn', 'a source is behind', about);
  if (evidence) log('error', 'mismatch', { ...about, ...mismatchFields(evidence), evidence: keep(folder, evidence) });
}

/** This is enough to know where to look. The file contains everything. */
function mismatchFields({ reason, onChain, against, sources, differing }: Evidence) {
  return {
    reason,
    onChain,
    against: against.join(' '),
    roots: sources.map(({ root }) => root ?? 'none').join(' '),
    ...(differing.fixtures.length > 0 && { differing: differingText(differing), agreeing: differing.agreeing.length }),
  };
}

/** Returns the path. Errors: FOLDER_NOT_WRITABLE. */
function keep(folder: string, evidence: Evidence): string {
  const path = join(folder, evidenceFile(evidence));
  inFolder(folder, () => {
    mkdirSync(folder, { recursive: true });
    new WholeFile(path).write(`${JSON.stringify(evidence, null, 2)}\n`);
  });
  return path;
}

function tellRound(log: Log, metrics: AttestMetrics, round: AttestRound | Error, isTold: boolean): void {
  if (round instanceof Error) {
    metrics.failed(round);
    log('error', 'a round failed, will be tried again', errorFields(round));
    return;
  }
  metrics.mismatches.set(round.mismatches + round.known);
  metrics.behind.set(round.behind);
  metrics.withoutRoot.set(round.withoutRoot);
  metrics.lastRound.set(Date.now() / 1_000);
  const { attested, mismatches, failures } = round;
  log(isTold || attested + mismatches + failures > 0 ? 'info' : 'debug', 'round', { ...round });
}

/** Reports the progress of a long round every five seconds. */
function progressTo(log: Log, timers: typeof systemTimers): (done: number, of: number) => void {
  let toldAt = timers.now();
  return (done, of) => {
    if (timers.now() - toldAt < TOLD || done === of) return;
    toldAt = timers.now();
    log('info', 'progress', { done, of });
  };
}
