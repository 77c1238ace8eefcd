import {
  type Address,
  addressBytes,
  type BufferedForm,
  type BufferedTransaction,
  bufferAddress,
  bufferClose,
  bufferedSettleTransactions,
  type ProgramAccount,
  proofBufferAccount,
  readProofBuffer,
  type SettleParameters,
} from 'linesman/program';
import type { KeeperOptions } from './keeperOptions.js';
import type { ListedMarket } from './marketList.js';
import type { Action, ActionOutcome } from './metrics.js';
import { named } from './reporter.js';
import type { Sender } from './sender.js';

/** Where a buffer has its owner: behind discriminator and bump. */
const OWNER_OFFSET = 9;

/** The number of a keeper's buffer for a market: the same after a restart, so that whoever goes on finds what stands there. */
export const bufferIdOf = (market: Address): bigint => {
  const bytes = addressBytes(market);
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
};

/**
 * The proof buffers of the keeper's own key pair: fills them for proofs that no transaction holds, and closes them, those that an earlier
 * run has left behind too. What stands on chain says where an upload goes on.
 */
export class ProofBuffers {
  /** Addresses of those that may stand on chain, by number. */
  private readonly standing = new Map<bigint, Address>();
  /** Numbers of those that this round has no reason to close. */
  private readonly kept = new Set<bigint>();
  private found = false;

  constructor(
    private readonly options: KeeperOptions,
    private readonly sender: Sender,
  ) {}

  /** A round begins: every buffer of a market that may still be settled is kept until it is known that it is not needed. */
  async startRound(listed: readonly ListedMarket[]): Promise<void> {
    this.kept.clear();
    for (const { address } of listed) this.kept.add(bufferIdOf(address));
    if (this.found) return;
    for (const [id, address] of await this.leftBehind(listed)) this.standing.set(id, address);
    this.found = true;
    this.options.metrics.buffers.set(this.standing.size);
  }

  /** The market does not need its buffer now. */
  release(market: Address): void {
    this.kept.delete(bufferIdOf(market));
  }

  /** Fills the market's buffer and settles from it; `null` when it was told to stop before. `seen`: the market. */
  async settle(
    action: Action,
    seen: ProgramAccount,
    { form, parameters }: { readonly form: BufferedForm; readonly parameters: Omit<SettleParameters, 'form'> },
    fields: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<ActionOutcome | null> {
    const { chain, programs, payer, dryRun, log, metrics } = this.options;
    const subject = { kind: 'market', address: seen.address } as const;
    const owner = payer.address;
    const id = bufferIdOf(seen.address);
    const standing = await readProofBuffer(chain, programs, owner, id);
    const plan = bufferedSettleTransactions({ ...parameters, form: form.held, owner, id, standing });
    const about = { buffer: plan.buffer, held: plan.content.length };
    const steps = plan.transactions.filter(({ step }) => step !== 'close');
    const actionOf = ({ step }: BufferedTransaction): Action =>
      step === 'settle' ? action : step === 'create' ? 'buffer_create' : 'buffer_write';
    if (!dryRun) this.standing.set(id, plan.buffer);
    metrics.buffers.set(this.standing.size);
    for (const transaction of steps) {
      if (signal?.aborted) return null;
      const isLast = transaction.step === 'settle';
      const told = isLast ? { ...fields, ...about } : about;
      const outcome = await this.sender.act(actionOf(transaction), subject, seen, transaction.instructions, told);
      // The later ones cannot be simulated while the first is not sent.
      if (outcome === 'dry_run' && !isLast)
        log('info', `would ${action}`, {
          ...named(subject),
          ...fields,
          ...about,
          transactions: plan.transactions.length,
        });
      if (outcome !== 'landed') return outcome;
    }
    return 'landed';
  }

  /** The round is over: closes what is not needed; its rent goes back to the payer. */
  async closeUnneeded(signal?: AbortSignal): Promise<void> {
    const { chain, programs, payer, metrics } = this.options;
    for (const [id, address] of this.standing) {
      if (signal?.aborted) return;
      if (this.kept.has(id)) continue;
      const account = await chain.account(address);
      if (account?.owner === programs.settlement) {
        const close = bufferClose.build(programs.settlement, { owner: payer.address, buffer: address }, {});
        const seen = { address, data: account.data };
        const outcome = await this.sender.act('buffer_close', { kind: 'buffer', address }, seen, [close]);
        // One that could not be closed is tried again next time.
        if (outcome !== 'landed' && outcome !== 'raced') continue;
      }
      this.standing.delete(id);
    }
    metrics.buffers.set(this.standing.size);
  }

  /** What the payer owns on chain. A keeper of some markets only leaves the buffers of others alone: another one may be filling them. */
  private async leftBehind(listed: readonly ListedMarket[]): Promise<(readonly [bigint, Address])[]> {
    const { chain, programs, payer, markets, oracles } = this.options;
    const ids = listed.map(({ address }) => bufferIdOf(address));
    if (markets) {
      const found = ids.map((id) => [id, bufferAddress(payer.address, id, programs.settlement).address] as const);
      const accounts = await Promise.all(found.map(([, address]) => chain.account(address)));
      return found.filter((_, i) => accounts[i]?.owner === programs.settlement);
    }
    const accounts = await chain.accountsOf(programs.settlement, [
      { offset: 0, bytes: proofBufferAccount.discriminator },
      { offset: OWNER_OFFSET, bytes: addressBytes(payer.address) },
    ]);
    const found = accounts.map(({ address, data }) => [proofBufferAccount.decode(data).id, address] as const);
    return oracles ? found.filter(([id]) => ids.includes(id)) : found;
  }
}
