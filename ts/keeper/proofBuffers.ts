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

/** Offset of a buffer's owner: after the discriminator and the bump. */
const OWNER_OFFSET = 9;

/**
 * The id of a keeper's buffer for a market. It is derived from the market, so that a keeper resumes an upload after a
 * restart.
 *
 * @example
 * ```ts
 * import { type Address, bufferAddress, LOCALNET_PROGRAM_IDS } from 'linesman/program';
 * import { bufferIdOf } from 'linesman-keeper';
 *
 * declare const payer: Address; // of the keeper
 * declare const market: Address;
 * const { address } = bufferAddress(payer, bufferIdOf(market), LOCALNET_PROGRAM_IDS.settlement);
 * ```
 */
export const bufferIdOf = (market: Address): bigint => {
  const bytes = addressBytes(market);
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
};

/**
 * The proof buffers of the keeper's payer. Fills them for proofs that fit no transaction, resuming from the bytes on
 * chain, and closes them, including those left behind by an earlier run.
 */
export class ProofBuffers {
  /** Addresses of buffers that may exist on chain, by id. */
  private readonly standing = new Map<bigint, Address>();
  /** Ids of buffers that this round has no reason to close. */
  private readonly kept = new Set<bigint>();
  private found = false;

  constructor(
    private readonly options: KeeperOptions,
    private readonly sender: Sender,
  ) {}

  /** Starts a round. The buffer of a market that may still be settled is kept until it turns out to be unneeded. */
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

  /**
   * Fills the market's buffer and settles from it. `null` when aborted before the end.
   *
   * @param seen The market.
   */
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
      // The later transactions cannot be simulated before the first one is sent.
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

  /** Ends a round: closes buffers that are not needed. Their rent goes back to the payer. */
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
        // Tried again in the next round.
        if (outcome !== 'landed' && outcome !== 'raced') continue;
      }
      this.standing.delete(id);
    }
    metrics.buffers.set(this.standing.size);
  }

  /**
   * The payer's buffers on chain. A keeper of some markets ignores the buffers of others, which another keeper may be
   * filling.
   */
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
