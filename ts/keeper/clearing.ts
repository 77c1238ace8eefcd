import { ACCOUNT_NOT_FOUND, fail } from 'linesman/error';
import {
  type Address,
  associatedTokenAddress,
  claimInstruction,
  claimParlayInstruction,
  type Instruction,
  type Market,
  type Parlay,
  type ProgramIds,
  sweepInstruction,
  sweepParlayInstruction,
  tokenBalance,
  vaultAddress,
} from 'linesman/program';
import type { KeeperChain } from './keeperChain.js';
import type { OpenPosition } from './positionList.js';

/** With the one extension that associated token accounts of Token-2022 get. */
const TOKEN_ACCOUNT_SIZE = 170;

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

  /**
   * Pays each position to the associated token account of its owner. `payer` pays the rent of those that are missing.
   */
  async claims(
    positions: readonly OpenPosition[],
    payer: Address,
  ): Promise<{ readonly open: OpenPosition; readonly instruction: Instruction; readonly rent: bigint }[]> {
    const { kind, address, account } = this.decided;
    const { mint } = account.terms;
    const tokenProgram = await this.tokenProgram();
    const owners = positions.map(({ position }) => associatedTokenAddress(mint, position.owner, tokenProgram));
    const there = await this.chain.accounts(owners);
    const rent = there.includes(null) ? BigInt(await this.chain.rent(TOKEN_ACCOUNT_SIZE)) : 0n;
    return positions.map((open, i) => {
      const { owner, outcome } = open.position;
      const common = { programs: this.programs, mint, owner, outcome, payer, tokenProgram };
      const instruction =
        kind === 'market'
          ? claimInstruction({ ...common, market: address })
          : claimParlayInstruction({ ...common, parlay: address });
      return { open, instruction, rent: there[i] === null ? rent : 0n };
    });
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
