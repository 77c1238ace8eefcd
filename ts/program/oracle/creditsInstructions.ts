import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { fail, INVALID_PACK_QUANTITY } from '../../error/index.js';
import { configAddress, userValidationStateAddress } from '../address/oracle.js';
import { TOKEN_2022_PROGRAM_ID } from '../address/token.js';
import { giftValidationCredits } from '../instruction/oracle/giftValidationCredits.js';
import { purchaseValidationCredits } from '../instruction/oracle/purchaseValidationCredits.js';
import { type Deployment, programsOf, serviceTokenAddress, serviceTreasury } from './treasury.js';

export interface PurchaseCreditsParameters extends Deployment {
  readonly user: PublicKey;
  /** Packs of 100 credits. */
  readonly packs: number;
  /** The user's account that pays; its associated one when left out. */
  readonly source?: PublicKey;
}

/** Buys packs of 100 validation credits for service tokens. `user` signs. Errors: INVALID_PACK_QUANTITY. */
export function purchaseCreditsInstruction(parameters: PurchaseCreditsParameters): TransactionInstruction {
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

/** Gives packs of 100 validation credits to `user`. `admin` signs and pays. Errors: INVALID_PACK_QUANTITY. */
export function giftCreditsInstruction(
  oracle: PublicKey,
  admin: PublicKey,
  user: PublicKey,
  packs: number,
): TransactionInstruction {
  requirePacks(packs);
  return giftValidationCredits.build(
    oracle,
    {
      authority: admin,
      targetUser: user,
      userValidationState: userValidationStateAddress(user, oracle).address,
      systemProgram: SystemProgram.programId,
      config: configAddress(oracle).address,
    },
    { hundreds: packs },
  );
}

function requirePacks(packs: number): void {
  if (!(packs > 0)) fail(INVALID_PACK_QUANTITY, { packs });
}
