import {
  budgetInstructions,
  compile,
  fetchAccount,
  type Instruction,
  marketAccount,
  parlayAccount,
  TRANSACTION_LIMIT,
  ZERO_ADDRESS,
} from 'linesman/program';
import { Clearing, type Decided } from './clearing.js';
import type { KeeperOptions } from './keeperOptions.js';
import type { OpenPosition, PositionList } from './positionList.js';
import type { Reporter } from './reporter.js';
import type { Sender } from './sender.js';

/** The most claims in one transaction: more would exceed the compute units that a transaction may use. */
const MOST_CLAIMS = 12;
/** The compute limit that a draft sets: every limit takes the same bytes. */
const UNITS = 1_400_000;

export interface ClearWork {
  readonly options: KeeperOptions;
  readonly sender: Sender;
  readonly reporter: Reporter;
  readonly positions: PositionList;
}

/** A claim and what it takes. */
interface Claim {
  readonly open: OpenPosition;
  readonly instruction: Instruction;
  /** Rent of the owner's token account where it is missing, lamports. */
  readonly rent: bigint;
}

/** Pays the positions of a decided market or parlay, if the options ask for it, and sweeps the fee. */
export async function clear(work: ClearWork, decided: Decided, signal?: AbortSignal): Promise<void> {
  const { options, sender, reporter } = work;
  const { chain, programs, claim } = options;
  let now = decided;
  if (claim && decided.account.openPositions > 0n) {
    await payAll(work, decided, signal);
    if (signal?.aborted) return;
    now = await read(options, decided);
  }
  const clearing = new Clearing(chain, programs, now);
  const data = now.kind === 'market' ? marketAccount.encode(now.account) : parlayAccount.encode(now.account);
  if (await clearing.holdsFee())
    await sender.act({
      action: now.kind === 'market' ? 'sweep' : 'sweep_parlay',
      subject: now,
      seen: [{ address: now.address, data }],
      instructions: [await clearing.sweep()],
      turn: 'later',
    });
  else reporter.say(now, `${now.account.state}, nothing left to do`);
}

async function payAll(work: ClearWork, decided: Decided, signal: AbortSignal | undefined): Promise<void> {
  const { options, sender, positions } = work;
  const { chain, programs, payer } = options;
  const clearing = new Clearing(chain, programs, decided);
  const claims = await clearing.claims(await positions.of(decided.address), payer.address);
  const lookupTables = sender.lookupTables;
  const fits = (some: readonly Claim[]): boolean => {
    const budget = budgetInstructions(UNITS, sender.draftFee);
    const instructions = [...budget, ...some.map(({ instruction }) => instruction)];
    return compile(payer.address, instructions, ZERO_ADDRESS, lookupTables).size <= TRANSACTION_LIMIT;
  };
  const batches: Claim[][] = [];
  for (const claim of claims) {
    const last = batches.at(-1);
    if (last && last.length < MOST_CLAIMS && fits([...last, claim])) last.push(claim);
    else batches.push([claim]);
  }
  await Promise.all(batches.map((batch) => pay(work, decided, batch, signal)));
}

/** Pays in one transaction; if it fails, in halves, so that one position that cannot be paid stops no other. */
async function pay(
  work: ClearWork,
  decided: Decided,
  batch: readonly Claim[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted) return;
  const { options, sender } = work;
  const action = decided.kind === 'market' ? 'claim' : 'claim_parlay';
  const outcome = await sender.act({
    action,
    subject: decided,
    seen: batch.map(({ open }) => open),
    instructions: batch.map(({ instruction }) => instruction),
    told: batch.map(({ open: { position } }) => ({
      event: action,
      subject: decided,
      fields: { owner: position.owner, outcome: position.outcome },
    })),
    rent: batch.reduce((sum, { rent }) => sum + rent, 0n),
    turn: 'later',
    isTry: batch.length > 1,
  });
  if (outcome === 'landed') options.metrics.batches.observe({ action }, batch.length);
  if (batch.length === 1 || outcome === 'landed' || outcome === 'dry_run' || outcome === 'stopped') return;
  if (outcome === 'unknown') return;
  const half = Math.ceil(batch.length / 2);
  await Promise.all([batch.slice(0, half), batch.slice(half)].map((some) => pay(work, decided, some, signal)));
}

async function read({ chain, programs }: KeeperOptions, { kind, address }: Decided): Promise<Decided> {
  return kind === 'market'
    ? { kind, address, account: await fetchAccount(chain, marketAccount, address, programs.settlement) }
    : { kind, address, account: await fetchAccount(chain, parlayAccount, address, programs.settlement) };
}
