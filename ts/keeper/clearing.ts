import { ACCOUNT_NOT_FOUND, fail } from 'linesman/error';
import {
  type Address,
  addressBytes,
  claimInstruction,
  claimParlayInstruction,
  type Instruction,
  type Market,
  type Parlay,
  type Position,
  type ProgramAccount,
  type ProgramIds,
  positionAccount,
  sweepInstruction,
  sweepParlayInstruction,
  tokenBalance,
  vaultAddress,
} from 'linesman/program';
import type { KeeperChain } from './keeperChain.js';

/** Where a position names its market or parlay: behind discriminator and bump. */
const HOLDER_OFFSET = 9;

export interface OpenPosition extends ProgramAccount {
  readonly position: Position;
}

/** A market or a parlay that is decided. */
export type Decided =
  | { readonly kind: 'market'; readonly address: Address; readonly account: Market }
  | { readonly kind: 'parlay'; readonly address: Address; readonly account: Parlay };

/** What is left to do about a decided market or parlay. */
export class Clearing {
  constructor(
    private readonly chain: KeeperChain,
    private readonly programs: ProgramIds,
    private readonly decided: Decided,
  ) {}

  /** Positions that are not paid yet. */
  async positions(): Promise<OpenPosition[]> {
    const found = await this.chain.accountsOf(this.programs.settlement, [
      { offset: 0, bytes: positionAccount.discriminator },
      { offset: HOLDER_OFFSET, bytes: addressBytes(this.decided.address) },
    ]);
    return found.map((one) => ({ ...one, position: positionAccount.decode(one.data) }));
  }

  /** Pays a position to its owner's associated token account; `payer` makes it if it is missing. */
  async claim({ position }: OpenPosition, payer: Address): Promise<Instruction> {
    const { kind, address, account } = this.decided;
    const { owner, outcome } = position;
    const { mint } = account.terms;
    const common = { programs: this.programs, mint, owner, outcome, payer, tokenProgram: await this.tokenProgram() };
    return kind === 'market'
      ? claimInstruction({ ...common, market: address })
      : claimParlayInstruction({ ...common, parlay: address });
  }

  /**
   * Whether the fee is still in the vault. Less than that is some stranger's gift: it leaves with the fee, but is not worth a transaction,
   * or anybody could make us send one after another.
   */
  async holdsFee(): Promise<boolean> {
    const { address, account } = this.decided;
    if (account.fee === 0n) return false;
    const { address: vault } = vaultAddress(address, this.programs.settlement);
    return (await tokenBalance(this.chain, vault)) >= account.owed + account.fee;
  }

  async sweep(): Promise<Instruction> {
    const common = { programs: this.programs, tokenProgram: await this.tokenProgram() };
    const { kind, address, account } = this.decided;
    return kind === 'market'
      ? sweepInstruction({ ...common, market: address, terms: account.terms })
      : sweepParlayInstruction({ ...common, parlay: address, terms: account.terms });
  }

  private async tokenProgram(): Promise<Address> {
    const { mint } = this.decided.account.terms;
    const account = await this.chain.account(mint);
    return account?.owner ?? fail(ACCOUNT_NOT_FOUND, { what: 'mint', address: mint });
  }
}
