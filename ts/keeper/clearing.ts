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

/** Offset of a position's market or parlay: after the discriminator and the bump. */
const HOLDER_OFFSET = 9;

export interface OpenPosition extends ProgramAccount {
  readonly position: Position;
}

/** A decided market or parlay. */
export type Decided =
  | { readonly kind: 'market'; readonly address: Address; readonly account: Market }
  | { readonly kind: 'parlay'; readonly address: Address; readonly account: Parlay };

/** The work left on a decided market or parlay. */
export class Clearing {
  constructor(
    private readonly chain: KeeperChain,
    private readonly programs: ProgramIds,
    private readonly decided: Decided,
  ) {}

  /** The positions that are not paid yet. */
  async positions(): Promise<OpenPosition[]> {
    const found = await this.chain.accountsOf(this.programs.settlement, [
      { offset: 0, bytes: positionAccount.discriminator },
      { offset: HOLDER_OFFSET, bytes: addressBytes(this.decided.address) },
    ]);
    return found.map((one) => ({ ...one, position: positionAccount.decode(one.data) }));
  }

  /** Pays a position to the associated token account of its owner. `payer` pays the rent if that account is missing. */
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
   * Whether the vault still holds the fee. A smaller surplus is a gift from a stranger: it leaves with the fee but is
   * not worth a transaction of its own, or anybody could make the keeper send one after another.
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
