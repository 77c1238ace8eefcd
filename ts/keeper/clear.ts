import { draftFor, fitting } from '@linesman/sdk/internal/program/transaction/compileFor';
import { chainTime, type Instruction, KeyPair } from '@linesman/sdk/program';
import { type Claim, Clearing } from './clearing.js';
import type { DailyBudget, Spending } from './dailyBudget.js';
import type { KeeperOptions } from './keeperOptions.js';
import { accountOf, type Pool, readPool } from './pools.js';
import type { OpenPosition, PositionList } from './positionList.js';
import type { Reporter } from './reporter.js';
import type { Sender, Sending } from './sender.js';

/** The most claims in one transaction: more would exceed the compute units that a transaction may use. */
const MAX_CLAIMS = 12;

/**
 * Signs as the payer of claims that must not create a token account. It has no lamports, so if an owner closes the
 * account after the keeper has read it, the claim fails instead of creating the account again.
 */
const PENNILESS = KeyPair.generate();

export interface ClearWork {
  readonly options: KeeperOptions;
  readonly sender: Sender;
  readonly reporter: Reporter;
  readonly positions: PositionList;
  /** For token accounts of others. */
  readonly accountBudget: DailyBudget;
}

/** A claim that the keeper sends. */
interface Payment {
  readonly open: OpenPosition;
  readonly instruction: Instruction;
  /** Whether it must make no token account. */
  readonly isPenniless: boolean;
  /** Rent of the token account that it makes, lamports. */
  readonly rent: bigint;
  /** The part of the budget that pays the rent; `null` if there is no rent, or the account is the keeper's own. */
  readonly spending: Spending | null;
}

/** Pays the positions of a decided market or parlay, if the options ask for it, and sweeps the fee. */
export async function clear(work: ClearWork, decided: Pool, signal?: AbortSignal): Promise<void> {
  const { options, sender, reporter } = work;
  const { chain, programs, claim } = options;
  let now = decided;
  let left = 0;
  if (claim && decided.account.openPositions > 0n) {
    left = await payAll(work, decided, signal);
    if (signal?.aborted) return;
    now = decided.kind === 'market' ? await readPool(options, decided) : await readPool(options, decided);
  }
  const clearing = new Clearing(chain, programs, now);
  if (await clearing.holdsFee())
    await sender.act({
      action: 'sweep',
      subject: now,
      seen: [accountOf(now)],
      instructions: [await clearing.sweep()],
      turn: 'later',
    });
  else {
    const rest = left === 0 ? 'nothing left to do' : `${left} left to owners without a token account`;
    reporter.say(now, `${now.account.state}, ${rest}`);
  }
}

/**
 * Returns the number of positions that it leaves unpaid, because their owners lack a token account and the budget does
 * not allow one.
 */
async function payAll(work: ClearWork, decided: Pool, signal: AbortSignal | undefined): Promise<number> {
  const { options, positions, accountBudget } = work;
  const { chain, programs } = options;
  const claims = await new Clearing(chain, programs, decided).claims(await positions.of(decided.address));
  const { payments, left } = choose(work, claims, await chainTime(chain));
  explainLeft(work, decided, left);
  // A claim that must not create an account must not be in a transaction with a payer that could pay for one.
  const parts = [payments.filter(({ rent }) => rent > 0n), payments.filter(({ rent }) => rent === 0n)];
  const batches = parts.flatMap((part) => batchesOf(work, part));
  await Promise.all(batches.map((batch) => pay(work, decided, batch, signal)));
  for (const { spending } of payments) spending?.release();
  if (payments.some(({ spending }) => spending !== null)) accountBudget.see(await chainTime(chain));
  return left.length;
}

/** The positions to pay: own ones, those that need no new token account, and others in the budget. */
function choose({ options: { payer }, accountBudget }: ClearWork, claims: readonly Claim[], now: number) {
  const payments: Payment[] = [];
  const left: Claim[] = [];
  for (const claim of claims) {
    const { open, missingRent, pays } = claim;
    const isOwn = open.position.owner === payer.address;
    const isPenniless = pays && missingRent === null && !isOwn;
    const instruction = claim.instruction(isPenniless ? PENNILESS.address : payer.address);
    const payment = { open, instruction, isPenniless, rent: missingRent ?? 0n, spending: null };
    if (missingRent === null || isOwn) {
      payments.push(payment);
      continue;
    }
    // The rent counts for each claim, because an owner of several positions can close the account after the first.
    const spending = accountBudget.take(missingRent, now);
    if (spending) payments.push({ ...payment, spending });
    else left.push(claim);
  }
  return { payments, left };
}

function explainLeft({ reporter, options }: ClearWork, decided: Pool, left: readonly Claim[]): void {
  if (left.length === 0) return;
  const lamports = left.reduce((sum, { missingRent }) => sum + (missingRent ?? 0n), 0n);
  const { payAccounts = 0n } = options;
  reporter.explain(
    decided,
    `Not paid: owners without a token account, who can claim by themselves. To make accounts for ${left.length} ` +
      `positions takes ${lamports} lamports; --pay-accounts gives ${payAccounts} a day.`,
    { positions: left.length, stakes: left.reduce((sum, { open }) => sum + open.position.amount, 0n), lamports },
    'left',
  );
}

/** Puts as many claims into a transaction as fit. */
function batchesOf({ options: { payer }, sender }: ClearWork, payments: readonly Payment[]): Payment[][] {
  const fits = (some: readonly Payment[]): boolean => {
    const { version, lookupTables, draftFee: pricePerUnit } = sender;
    const instructions = some.map(({ instruction }) => instruction);
    return fitting(() => draftFor(version, payer.address, instructions, pricePerUnit, lookupTables)) !== null;
  };
  const batches: Payment[][] = [];
  for (const payment of payments) {
    const last = batches.at(-1);
    if (last && last.length < MAX_CLAIMS && fits([...last, payment])) last.push(payment);
    else batches.push([payment]);
  }
  return batches;
}

/** Pays in one transaction, or in several if it fails. */
async function pay(
  { sender }: ClearWork,
  decided: Pool,
  batch: readonly Payment[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted) return;
  const action = 'claim';
  const sendingOf = (some: readonly Payment[]): Sending => ({
    action,
    subject: decided,
    seen: some.map(({ open }) => open),
    instructions: some.map(({ instruction }) => instruction),
    lines: some.map(({ open: { position } }) => ({
      event: action,
      subject: decided,
      fields: { owner: position.owner, outcome: position.outcome },
    })),
    rent: some.reduce((sum, { rent }) => sum + rent, 0n),
    signers: some.some(({ isPenniless }) => isPenniless) ? [PENNILESS] : [],
    onSpent: () => {
      for (const { spending } of some) spending?.keep();
    },
    turn: 'later',
  });
  await sender.actTogether(batch, sendingOf, ['refused', 'failed', 'raced']);
}
