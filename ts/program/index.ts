export type { AccountKind } from './account/define.js';
export { type FaucetTracker, faucetTrackerAccount } from './account/faucetTracker.js';
export { fetchAccount } from './account/fetchAccount.js';
export { type Market, marketAccount } from './account/market.js';
export { type OracleConfig, oracleConfigAccount } from './account/oracleConfig.js';
export { type Position, positionAccount } from './account/position.js';
export { type PricingMatrix, pricingMatrixAccount } from './account/pricingMatrix.js';
export { type UserValidationState, userValidationStateAccount } from './account/userValidationState.js';
export type { Derived } from './address/derived.js';
export * from './address/oracle.js';
export * from './address/settlement.js';
export * from './address/token.js';
export type { Chain, Simulation } from './chain.js';
export { accountDiscriminator, eventDiscriminator, instructionDiscriminator } from './discriminator.js';
export { ed25519Instruction } from './ed25519Instruction.js';
export { errorFromLogs } from './errorFromLogs.js';
export { type DecodedInstruction, decodeInstruction } from './instruction/decodeInstruction.js';
export type { AccountFlags, AccountList, AddressesOf, ArgsOf, Instruction } from './instruction/define.js';
export { INSTRUCTIONS, type InstructionKey } from './instruction/instructions.js';
export { acceptAdmin } from './instruction/oracle/acceptAdmin.js';
export { closePricingMatrix } from './instruction/oracle/closePricingMatrix.js';
export { giftValidationCredits } from './instruction/oracle/giftValidationCredits.js';
export { initializeConfig } from './instruction/oracle/initializeConfig.js';
export { initializePricingMatrix } from './instruction/oracle/initializePricingMatrix.js';
export { initializeTreasuryV2 } from './instruction/oracle/initializeTreasuryV2.js';
export { initializeUsdtTreasury } from './instruction/oracle/initializeUsdtTreasury.js';
export { insertBatchRoot } from './instruction/oracle/insertBatchRoot.js';
export { insertFixturesRoot } from './instruction/oracle/insertFixturesRoot.js';
export { insertScoresRoot } from './instruction/oracle/insertScoresRoot.js';
export { proposeAdmin } from './instruction/oracle/proposeAdmin.js';
export { purchaseSubscriptionTokenUsdt } from './instruction/oracle/purchaseSubscriptionTokenUsdt.js';
export { purchaseValidationCredits } from './instruction/oracle/purchaseValidationCredits.js';
export { requestDevnetFaucet } from './instruction/oracle/requestDevnetFaucet.js';
export { subscribe } from './instruction/oracle/subscribe.js';
export { updateConfig } from './instruction/oracle/updateConfig.js';
export { updatePricingMatrix } from './instruction/oracle/updatePricingMatrix.js';
export { validateFixture } from './instruction/oracle/validateFixture.js';
export { validateFixtureBatch } from './instruction/oracle/validateFixtureBatch.js';
export { validateOdds } from './instruction/oracle/validateOdds.js';
export { validateOddsV4 } from './instruction/oracle/validateOddsV4.js';
export { validateStat } from './instruction/oracle/validateStat.js';
export { validateStatV2 } from './instruction/oracle/validateStatV2.js';
export { validateStatV3 } from './instruction/oracle/validateStatV3.js';
export { validateStatV4 } from './instruction/oracle/validateStatV4.js';
export { withdrawUsdt } from './instruction/oracle/withdrawUsdt.js';
export { claim } from './instruction/settlement/claim.js';
export { closeMarket } from './instruction/settlement/closeMarket.js';
export { createMarket } from './instruction/settlement/createMarket.js';
export { finalise } from './instruction/settlement/finalise.js';
export { settle } from './instruction/settlement/settle.js';
export { stake } from './instruction/settlement/stake.js';
export { sweep } from './instruction/settlement/sweep.js';
export { voidMarket } from './instruction/settlement/voidMarket.js';
export {
  DEFAULT_ORACLE_PROGRAM_ID,
  DEFAULT_SETTLEMENT_PROGRAM_ID,
  LOCALNET_PROGRAM_IDS,
  type ProgramIds,
} from './programId.js';
export { inVersion } from './proof/inVersion.js';
export { scoreProofOf } from './proof/scoreProofOf.js';
export { signatureInstruction } from './proof/signatureInstruction.js';
export { validateFixtureArgs, validateFixtureBatchArgs, validateStatArgs } from './proof/validateArgs.js';
export { type SignedBy, type ValidateParameters, validateInstructions } from './proof/validateInstructions.js';
export { insertScoresRootInstruction } from './publish/insertScoresRootInstruction.js';
export { rpcChain } from './rpcChain.js';
export {
  BUFFER_LIMIT,
  type BufferedForm,
  type CheapestFormParameters,
  cheapestForm,
  type DirectForm,
  type FormCandidate,
  type FormChoice,
  type SettleForm,
} from './settlement/cheapestForm.js';
export { type ClaimParameters, claimInstruction } from './settlement/claimInstruction.js';
export { type CreateMarketParameters, createMarketInstruction } from './settlement/createMarketInstruction.js';
export { finaliseInstruction, voidInstruction } from './settlement/decideInstructions.js';
export { guardStake, type StakeRefusal, type StakeTrust } from './settlement/guardStake.js';
export {
  closeMarketInstruction,
  type LeftoverParameters,
  sweepInstruction,
} from './settlement/leftoverInstructions.js';
export { type SettleParameters, settleArgs, settleInstructions } from './settlement/settleInstructions.js';
export { type StakeParameters, stakeInstruction } from './settlement/stakeInstruction.js';
export { type BuildParameters, type BuiltTransaction, buildTransaction } from './transaction/build.js';
export { type Compiled, compile } from './transaction/compile.js';
export { TRANSACTION_LIMIT, transactionSize } from './transaction/size.js';
export type { ConfigParameters, ConfigUpdate } from './wire/configParameters.js';
export type { ScoreProof } from './wire/scoreProof.js';
export type { ServiceRow } from './wire/serviceRow.js';
export type { StatTerm } from './wire/statTerm.js';
export type { FinalityPolicy, MarketTerms } from './wire/terms.js';
export { termsHash } from './wire/termsHash.js';
