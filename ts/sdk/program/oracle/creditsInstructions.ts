import { INVALID_PACK_QUANTITY } from '../../error/codes/oracle.js';
import { fail } from '../../error/linesmanError.js';
import type { Address } from '../address/address.js';
import { configAddress, userValidationStateAddress } from '../address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { TOKEN_2022_PROGRAM_ID } from '../address/token.js';
import type { Instruction } from '../instruction/instruction.js';
import { giftValidationCredits, purchaseValidationCredits } from './instructions.js';
import { type Deployment, programsOf, serviceTokenAddress, serviceTreasury } from './treasury.js';

export interface PurchaseCreditsParameters extends Deployment {
  readonly user: Address;
  /** Packs of 100 credits. */
  readonly packs: number;
  /** The token account that pays; by default the user's associated one. */
  readonly source?: Address;
}

/**
 * Buys packs of 100 validation credits for service tokens. `user` signs. Errors: INVALID_PACK_QUANTITY when `packs` is
 * not positive; INVALID_NUMBER when it is not a u32.
 *
 * @example
 * ```ts
 * import { type Address, type OracleConfig, purchaseCreditsInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const config: OracleConfig; // read from the chain
 * declare const user: Address;
 * const instruction = purchaseCreditsInstruction({ oracle, config, user, packs: 3 }); // 300 credits
 * ```
 */
export function purchaseCreditsInstruction(parameters: PurchaseCreditsParameters): Instruction {
  const { oracle, user, packs, source } = parameters;
  requirePacks(packs);
  const { mint, authority, vault } = serviceTreasury(parameters);
  return purchaseValidationCredits.build(
    oracle,
    {
      user,
      userValidationState: userValidationStateAddress(user, oracle).address,
      tokenMint: mint,
      userTokenAccount: source ?? serviceTokenAddress(user, parameters),
      tokenTreasuryVault: vault,
      tokenTreasuryPda: authority,
      tokenProgram: TOKEN_2022_PROGRAM_ID,
      ...programsOf(parameters),
    },
    { hundreds: packs },
  );
}

/**
 * Gives `user` packs of 100 validation credits. `admin` signs and pays the rent. Errors: INVALID_PACK_QUANTITY when
 * `packs` is not positive; INVALID_NUMBER when it is not a u32.
 *
 * @example
 * ```ts
 * import { type Address, giftCreditsInstruction } from '@linesman/sdk/program';
 *
 * declare const oracle: Address;
 * declare const admin: Address;
 * declare const user: Address;
 * const instruction = giftCreditsInstruction(oracle, admin, user, 1); // 100 credits
 * ```
 */
export function giftCreditsInstruction(oracle: Address, admin: Address, user: Address, packs: number): Instruction {
  requirePacks(packs);
  return giftValidationCredits.build(
    oracle,
    {
      authority: admin,
      targetUser: user,
      userValidationState: userValidationStateAddress(user, oracle).address,
      systemProgram: SYSTEM_PROGRAM_ID,
      config: configAddress(oracle).address,
    },
    { hundreds: packs },
  );
}

function requirePacks(packs: number): void {
  if (!(packs > 0)) fail(INVALID_PACK_QUANTITY, { packs });
}
