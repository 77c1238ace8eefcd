import { ACCOUNT_NOT_FOUND, fail } from '@linesman/sdk/error';
import {
  type Address,
  associatedTokenAddress,
  claimInstruction,
  type Instruction,
  markOf,
  type ProgramIds,
  SYSTEM_PROGRAM_ID,
  sweepInstruction,
  TOKEN_2022_PROGRAM_ID,
  tokenBalance,
  vaultAddress,
} from '@linesman/sdk/program';
import type { KeeperChain } from './keeperChain.js';
import type { Pool } from './pools.js';
import type { OpenPosition } from './positionList.js';

/** Bytes of an associated token account; those of Token-2022 have one extension. */
const TOKEN_ACCOUNT_SIZE = 165;
const TOKEN_2022_ACCOUNT_SIZE = 170;

/** The instructions that pay one position. */
export interface Claim {
  readonly open: OpenPosition;
  /** `payer` pays for the token account if it is missing at that time. */
  readonly instruction: (payer: Address) => Instruction;
  /** Whether it pays tokens, and so needs the owner's token account. */
  readonly pays: boolean;
  /** Rent in lamports of the owner's token account, if it must be created; `null` if not. */
  readonly missingRent: bigint | null;
}

/** The work left on a decided market or parlay. */
export class Clearing {
  constructor(
    private readonly chain: KeeperChain,
    private readonly programs: ProgramIds,
    /** A decided one. */
    private readonly decided: Pool,
  ) {}

  /** Pays each position to the associated token account of its owner. */
  async claims(positions: readonly OpenPosition[]): Promise<Claim[]> {
    const { address, account } = this.decided;
    const { mint } = account.terms;
    const tokenProgram = await this.tokenProgram();
    const owners = positions.map(({ position }) => associatedTokenAddress(mint, position.owner, tokenProgram));
    const there = await this.chain.accounts(owners);
    const size = tokenProgram === TOKEN_2022_PROGRAM_ID ? TOKEN_2022_ACCOUNT_SIZE : TOKEN_ACCOUNT_SIZE;
    const rent = there.some(isMissing) ? BigInt(await this.chain.rent(size)) : 0n;
    return positions.map((open, i): Claim => {
      const { owner, outcome } = open.position;
      const pays = this.pays(outcome);
      const common = { programs: this.programs, pool: address, mint, owner, outcome, tokenProgram };
      return {
        open,
        pays,
        missingRent: pays && isMissing(there[i]) ? rent : null,
        instruction: (payer) => claimInstruction({ ...common, payer }),
      };
    });
  }

  /** Whether a position on this outcome gets tokens. */
  private pays(outcome: number): boolean {
    const { kind, account } = this.decided;
    if (account.state === 'Void' || account.refund) return true;
    if (kind === 'parlay') return outcome === account.outcome;
    return markOf(account.terms, account.proposal.outcome, outcome) !== 'Lose';
  }

  /**
   * Whether the vault still holds the fee. A smaller surplus is a gift from a stranger. It is swept with the fee but
   * does not get a separate transaction, because otherwise any sender could make the keeper send one after another.
   */
  async holdsFee(): Promise<boolean> {
    const { address, account } = this.decided;
    if (account.fee === 0n) return false;
    const { address: vault } = vaultAddress(address, this.programs.settlement);
    return (await tokenBalance(this.chain, vault)) >= account.owed + account.fee;
  }

  async sweep(): Promise<Instruction> {
    const { address: pool, account } = this.decided;
    const tokenProgram = await this.tokenProgram();
    return sweepInstruction({ programs: this.programs, pool, terms: account.terms, tokenProgram });
  }

  private async tokenProgram(): Promise<Address> {
    const { mint } = this.decided.account.terms;
    const account = await this.chain.account(mint);
    return account?.owner ?? fail(ACCOUNT_NOT_FOUND, { what: 'mint', address: mint });
  }
}

/** Other senders may have sent lamports to the address. */
const isMissing = (account: { readonly owner: Address } | null | undefined): boolean =>
  !account || account.owner === SYSTEM_PROGRAM_ID;
