import type { Terminal } from '@linesman/cli';
import {
  type Address,
  type FoundMarket,
  findMarket,
  findMarketEnds,
  type Instruction,
  type KeyPair,
  type Market,
  type Moment,
  type ProgramIds,
  type WatchedEnd,
} from '@linesman/sdk/program';
import type { KeeperChain } from '../../keeperChain.js';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import type { ProgramFlags } from './marketOptions.js';

/** A market with its earliest end, for display by every command. */
export interface ShownMarket extends FoundMarket {
  readonly watched: WatchedEnd;
}

/** The chain and the two programs that the options name. */
export class MarketSession {
  readonly chain: KeeperChain;
  readonly programs: ProgramIds;

  constructor(
    flags: ProgramFlags,
    private readonly terminal: Terminal,
  ) {
    this.programs = programsOfFlags(flags);
    this.chain = openChain(flags);
  }

  /** Errors: ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT, NOT_A_MINT. */
  async find(address: Address): Promise<ShownMarket> {
    const found = await findMarket(this.chain, this.programs, address);
    return { ...found, watched: await this.watched(found.market, found.now) };
  }

  /** When the market ends, by itself or by its result. */
  async watched(market: Market, now: Moment): Promise<WatchedEnd> {
    const [watched] = await findMarketEnds(this.chain, this.programs, [market], now);
    return watched as WatchedEnd;
  }

  /** Simulates and sends; the signature, or `null` if it was only simulated. Errors: those of `sendTransaction`. */
  async send(payer: KeyPair, instructions: readonly Instruction[], isDryRun: boolean): Promise<string | null> {
    const { chain, programs } = this;
    const { signature } = await sendTelling(this.terminal, {
      chain,
      programs,
      payer,
      instructions,
      beforeSend: () => !isDryRun,
    });
    return signature;
  }

  /**
   * Sends one after the other, up to the first that is only simulated. Returns the signatures. Errors: those of `send`.
   */
  async sendAll(
    payer: KeyPair,
    transactions: readonly { readonly instructions: readonly Instruction[] }[],
    isDryRun: boolean,
  ): Promise<string[]> {
    const sent: string[] = [];
    for (const { instructions } of transactions) {
      const signature = await this.send(payer, instructions, isDryRun);
      if (signature === null) break;
      sent.push(signature);
    }
    return sent;
  }
}
