import type { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { fail } from '../error/index.js';
import {
  claimInstruction,
  type Market,
  type Position,
  type ProgramIds,
  positionAccount,
  sweepInstruction,
  vaultAddress,
} from '../program/index.js';
import type { FoundAccount, KeeperChain } from './keeperChain.js';

/** Where a position names its market: behind discriminator and bump. */
const MARKET_OFFSET = 9;
/** Where a token account has its amount. */
const AMOUNT_OFFSET = 64;

export interface OpenPosition extends FoundAccount {
  readonly position: Position;
}

/** What is left to do about a decided market. */
export class Clearing {
  constructor(
    private readonly chain: KeeperChain,
    private readonly programs: ProgramIds,
    private readonly address: PublicKey,
    private readonly market: Market,
  ) {}

  /** Positions that are not paid yet. */
  async positions(): Promise<OpenPosition[]> {
    const found = await this.chain.accountsOf(this.programs.settlement, [
      { offset: 0, bytes: positionAccount.discriminator },
      { offset: MARKET_OFFSET, bytes: this.address.toBytes() },
    ]);
    return found.map((one) => ({ ...one, position: positionAccount.decode(one.data) }));
  }

  /** Pays a position to its owner's associated token account; `payer` makes it if it is missing. */
  async claim({ position }: OpenPosition, payer: PublicKey): Promise<TransactionInstruction> {
    return claimInstruction({
      programs: this.programs,
      market: this.address,
      mint: this.market.terms.mint,
      owner: position.owner,
      outcome: position.outcome,
      payer,
      tokenProgram: await this.tokenProgram(),
    });
  }

  /**
   * Whether the fee is still in the vault. Less than that is some stranger's gift: it leaves with the fee, but is not worth a transaction,
   * or anybody could make us send one after another.
   */
  async holdsFee(): Promise<boolean> {
    if (this.market.fee === 0n) return false;
    const vault = await this.chain.account(vaultAddress(this.address, this.programs.settlement).address);
    if (vault === null || vault.data.length < AMOUNT_OFFSET + 8) return false;
    const amount = new DataView(vault.data.buffer, vault.data.byteOffset).getBigUint64(AMOUNT_OFFSET, true);
    return amount >= this.market.owed + this.market.fee;
  }

  async sweep(): Promise<TransactionInstruction> {
    const { terms } = this.market;
    return sweepInstruction({
      programs: this.programs,
      market: this.address,
      terms,
      tokenProgram: await this.tokenProgram(),
    });
  }

  private async tokenProgram(): Promise<PublicKey> {
    const { mint } = this.market.terms;
    const account = await this.chain.account(mint);
    return account?.owner ?? fail(7022, { message: `There is no mint at ${mint.toBase58()}.` });
  }
}
