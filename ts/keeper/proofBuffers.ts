import {
  type Address,
  addressBytes,
  bufferAddress,
  bufferClose,
  bufferIdOf,
  type Instruction,
  type ProgramAccount,
  type ProgramIds,
  type ProofBuffer,
  proofBufferAccount,
  readProofBuffer,
} from '@linesman/sdk/program';
import type { Spending } from './dailyBudget.js';
import type { KeeperOptions } from './keeperOptions.js';
import type { LamportLimit } from './lamportLimit.js';
import type { Action, ActionOutcome } from './metrics.js';
import { named, type Subject } from './reporter.js';
import type { Sender } from './sender.js';

/** Offset of a buffer's owner: after the discriminator and the bump. */
const OWNER_OFFSET = 9;

/** The transactions that write a proof and then use it. */
export interface UploadPlan {
  readonly transactions: readonly { readonly step: string; readonly instructions: readonly Instruction[] }[];
}

/** A proof that goes through a buffer. */
export interface Upload {
  /** The instructions that use the proof. */
  readonly action: Action;
  readonly subject: Subject;
  /** The accounts that the decision was based on. */
  readonly seen: readonly ProgramAccount[];
  /** The transactions, given the current content of the buffer. */
  readonly plan: (upload: { readonly id: bigint; readonly standing: ProofBuffer | null }) => UploadPlan;
  /** Length of the buffer's content. */
  readonly held: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Rent for other accounts, lamports. */
  readonly rent?: bigint;
  /** Called once that rent is paid, or may have been. */
  readonly onSpent?: () => void;
}

const closeInstruction = (programs: ProgramIds, owner: Address, buffer: Address): Instruction =>
  bufferClose.build(programs.settlement, { owner, buffer }, {});

interface Standing {
  readonly address: Address;
  readonly lamports: bigint;
  /** Whether an upload is using it. */
  readonly isInUse: boolean;
  /** Reserved for the fee of closing it; `null` for one that an earlier run has left. */
  readonly closing: Spending | null;
}

/**
 * The proof buffers of the keeper's payer. Fills them for proofs that fit no transaction, resuming from the bytes on
 * chain, and closes them, including those left behind by an earlier run.
 */
export class ProofBuffers {
  /** Buffers that may exist on chain, by id. */
  private readonly standing = new Map<bigint, Standing>();
  private found = false;

  constructor(
    private readonly options: KeeperOptions,
    private readonly lamports: LamportLimit,
  ) {}

  /**
   * Starts a round over these markets and results. Returns the ids of the buffers to keep for them until they turn out
   * not to need one.
   */
  async startRound(accounts: readonly Address[], chain: KeeperOptions['chain']): Promise<Set<bigint>> {
    const ids = new Set(accounts.map(bufferIdOf));
    if (!this.found) {
      for (const [id, address, lamports] of await this.leftBehind([...ids], chain))
        this.standing.set(id, { address, lamports, isInUse: false, closing: null });
      this.found = true;
    }
    this.show();
    return ids;
  }

  /** Fills the subject's buffer and uses it. `null` when stopped before the end, or when another upload is using it. */
  async carryOut(upload: Upload, sender: Sender, signal?: AbortSignal): Promise<ActionOutcome | null> {
    const { programs, payer, dryRun, chain } = sender.options;
    const owner = payer.address;
    const id = bufferIdOf(upload.subject.address);
    if (this.standing.get(id)?.isInUse) return null;
    // Otherwise it would be uploaded in vain.
    if (sender.leaves(upload)) return 'left';
    const held = { bump: 0, owner, id, sha256: new Uint8Array(32), bytes: new Uint8Array(upload.held) };
    const lamports = BigInt(await chain.rent(proofBufferAccount.encode(held).length));
    const known = this.standing.get(id);
    const { address } = bufferAddress(owner, id, programs.settlement);
    const closing = known?.closing ?? (await this.reserveClosing(address, sender));
    if (closing === null) return sender.leave(upload);
    // From here on its rent counts for this upload.
    this.standing.set(id, { address, lamports, isInUse: true, closing });
    this.show();
    let stands = known !== undefined;
    let release = (): void => {};
    let fees: Spending | null = null;
    try {
      const standing = await readProofBuffer(chain, programs, owner, id);
      stands ||= standing !== null;
      const { transactions } = upload.plan({ id, standing });
      const needed = await this.feesOf(transactions, sender);
      fees = sender.fees.take(needed);
      if (fees === null) return sender.leave(upload);
      release = await this.lamports.hold(lamports + (upload.rent ?? 0n) + needed, signal);
      if (!dryRun) stands = true;
      const outcome = await this.send(upload, { address, transactions, fees }, sender, signal);
      if (outcome === 'landed' && (await this.close(address, sender, closing))) stands = false;
      return outcome;
    } finally {
      release();
      fees?.release();
      if (stands) this.standing.set(id, { address, lamports: known?.lamports ?? lamports, isInUse: false, closing });
      else this.drop(id, closing);
      this.show();
    }
  }

  /** Ends a round: closes buffers that are not needed. Their rent goes back to the payer. */
  async closeUnneeded(kept: ReadonlySet<bigint>, sender: Sender, signal?: AbortSignal): Promise<void> {
    const unneeded = [...this.standing].filter(([id, { isInUse }]) => !kept.has(id) && !isInUse);
    await Promise.all(
      unneeded.map(async ([id, standing]) => {
        if (signal?.aborted) return;
        this.standing.set(id, { ...standing, isInUse: true });
        // Otherwise it is tried again in the next round.
        if (await this.close(standing.address, sender, standing.closing)) this.drop(id, standing.closing);
        else this.standing.set(id, standing);
      }),
    );
    this.show();
  }

  private drop(id: bigint, closing: Spending | null): void {
    closing?.release();
    this.standing.delete(id);
  }

  /** Reserves what closing the buffer may take; `null` when the budget does not suffice. */
  private async reserveClosing(buffer: Address, sender: Sender): Promise<Spending | null> {
    const { programs, payer } = sender.options;
    const instructions = [closeInstruction(programs, payer.address, buffer)];
    return sender.fees.take(await this.feesOf([{ instructions }], sender));
  }

  /** The most that the fees may add up to. They are reserved together, so that no upload stops half-way. */
  private async feesOf(
    transactions: readonly Pick<UploadPlan['transactions'][number], 'instructions'>[],
    sender: Sender,
  ) {
    let needed = 0n;
    for (const { instructions } of transactions)
      needed += sender.cost({ instructions }, await sender.fee(instructions));
    return needed;
  }

  private async send(
    upload: Upload,
    { address, transactions, fees }: UploadPlan & { readonly address: Address; readonly fees: Spending },
    sender: Sender,
    signal: AbortSignal | undefined,
  ): Promise<ActionOutcome | null> {
    const { subject, action, seen, fields, held, onSpent } = upload;
    const { log } = this.options;
    const about = { buffer: address, held };
    const steps = transactions.filter(({ step }) => step !== 'close');
    for (const [i, { step, instructions }] of steps.entries()) {
      if (signal?.aborted) return null;
      const isLast = i === steps.length - 1;
      const what = isLast ? action : step === 'create' ? 'buffer_create' : 'buffer_write';
      const reported = isLast ? { ...fields, ...about } : about;
      const paying = isLast && onSpent ? { onSpent } : {};
      const how = { isPaid: true, feeFrom: fees, ...paying };
      const sending = { action: what, subject, seen, instructions, fields: reported, ...how } as const;
      const outcome = await sender.act(sending);
      // The later transactions cannot be simulated before the first one is sent.
      if (outcome === 'dry_run' && !isLast)
        log('info', `would ${action}`, { ...named(subject), ...fields, ...about, transactions: transactions.length });
      if (outcome !== 'landed') return outcome;
    }
    return 'landed';
  }

  /** Whether the buffer no longer exists. */
  private async close(address: Address, sender: Sender, closing: Spending | null): Promise<boolean> {
    const { chain, programs, payer } = sender.options;
    const account = await chain.account(address);
    if (account?.owner !== programs.settlement) return true;
    const instructions = [closeInstruction(programs, payer.address, address)];
    const subject = { kind: 'buffer', address } as const;
    // Limits do not delay a transaction that returns lamports.
    const seen = [{ address, data: account.data }];
    const how = { turn: 'later', isPaid: true, isReturning: true, feeFrom: closing } as const;
    const outcome = await sender.act({ action: 'buffer_close', subject, seen, instructions, ...how });
    return outcome === 'landed' || outcome === 'raced';
  }

  /**
   * The payer's buffers on chain. A keeper of chosen markets ignores buffers for other markets, because another keeper
   * may be filling them.
   */
  private async leftBehind(
    ids: readonly bigint[],
    chain: KeeperOptions['chain'],
  ): Promise<(readonly [id: bigint, address: Address, lamports: bigint])[]> {
    const { programs, payer, markets, oracles } = this.options;
    const rentOf = async (data: Uint8Array): Promise<bigint> => BigInt(await chain.rent(data.length));
    if (markets) {
      const addresses = ids.map((id) => bufferAddress(payer.address, id, programs.settlement).address);
      const accounts = await chain.accounts(addresses);
      const found = ids.flatMap((id, i) => {
        const [address, account] = [addresses[i], accounts[i]];
        return address && account?.owner === programs.settlement ? [{ id, address, data: account.data }] : [];
      });
      return Promise.all(found.map(async ({ id, address, data }) => [id, address, await rentOf(data)] as const));
    }
    const accounts = await chain.accountsOf(programs.settlement, [
      { offset: 0, bytes: proofBufferAccount.discriminator },
      { offset: OWNER_OFFSET, bytes: addressBytes(payer.address) },
    ]);
    const all = await Promise.all(
      accounts.map(
        async ({ address, data }) => [proofBufferAccount.decode(data).id, address, await rentOf(data)] as const,
      ),
    );
    return oracles ? all.filter(([id]) => ids.includes(id)) : all;
  }

  private show(): void {
    const all = [...this.standing.values()];
    this.options.metrics.buffers.set(all.length);
    this.lamports.setStanding(all.reduce((sum, { lamports, isInUse }) => (isInUse ? sum : sum + lamports), 0n));
  }
}
