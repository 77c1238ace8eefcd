import '#texts';

export { attestationAccount, type StoredAttestation } from './account/attestation.js';
export { attesterSetAccount, type StoredAttesterSet } from './account/attesterSet.js';
export { chainMoment, chainTime } from './account/chainTime.js';
export type { AccountKind } from './account/define.js';
export { type FaucetTracker, faucetTrackerAccount } from './account/faucetTracker.js';
export { fetchAccount } from './account/fetchAccount.js';
export { fetchAttesterSet, type SetOnChain } from './account/fetchAttesterSet.js';
export { fetchOracleConfig } from './account/fetchOracleConfig.js';
export { fetchRoots, type RootsAccount, type RootsQuestion } from './account/fetchRoots.js';
export { type Market, marketAccount } from './account/market.js';
export { type MatchResult, matchResultAccount, RESULT_VERSION, type ResultFact } from './account/matchResult.js';
export { type Mint, mintOf, readMint } from './account/mint.js';
export { type OracleConfig, oracleConfigAccount } from './account/oracleConfig.js';
export { type Parlay, parlayAccount } from './account/parlay.js';
export { type Position, positionAccount } from './account/position.js';
export { type PricingMatrix, pricingMatrixAccount } from './account/pricingMatrix.js';
export { type ProofBuffer, proofBufferAccount } from './account/proofBuffer.js';
export { type TokenAccount, tokenAccountOf, tokenBalance } from './account/tokenAccount.js';
export { type UserValidationState, userValidationStateAccount } from './account/userValidationState.js';
export { type Address, address, addressBytes, addressOf, isAddress } from './address/address.js';
export * from './address/oracle.js';
export { isOnCurve, type ProgramAddress, programAddress } from './address/programAddress.js';
export {
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM_ID,
  ED25519_PROGRAM_ID,
  INSTRUCTIONS_SYSVAR,
  SYSTEM_PROGRAM_ID,
  UPGRADEABLE_LOADER_ID,
  ZERO_ADDRESS,
} from './address/runtime.js';
export * from './address/settlement.js';
export * from './address/token.js';
export type { AccountsChain, Chain, Simulation } from './chain.js';
export { type DecodedInstruction, decodeInstruction } from './decodeInstruction.js';
export { type DecodedLandedInstruction, decodeLandedInstruction } from './decodeLandedInstruction.js';
export { accountDiscriminator, eventDiscriminator, instructionDiscriminator } from './discriminator.js';
export { ed25519Instruction } from './ed25519Instruction.js';
export { errorFromLogs } from './errorFromLogs.js';
export type { FinalityPolicy } from './finalityPolicy.js';
export type { AccountFlags, AccountList, AddressesOf, ArgsOf, InstructionKind } from './instruction/define.js';
export {
  ACCOUNT_ROLE,
  type AccountMeta,
  type AccountRole,
  type Instruction,
  isSigner,
  isWritable,
  roleOf,
} from './instruction/instruction.js';
export { INSTRUCTIONS, type InstructionKey } from './instructions.js';
export { KeyPair, type Signer } from './keyPair.js';
export { loggedData } from './loggedData.js';
export {
  type AttestParameters,
  attestInstruction,
  closeAttestationInstruction,
  createAttesterSetInstruction,
  MAX_ATTESTED_ROOTS,
  MAX_ATTESTERS,
} from './oracle/attesterInstructions.js';
export { checkPurchaseTransaction, type ExpectedPurchase } from './oracle/checkPurchaseTransaction.js';
export {
  giftCreditsInstruction,
  type PurchaseCreditsParameters,
  purchaseCreditsInstruction,
} from './oracle/creditsInstructions.js';
export { type FaucetParameters, faucetInstruction } from './oracle/faucetInstruction.js';
export {
  insertBatchRootInstruction,
  insertFixturesRootInstruction,
  insertScoresRootInstruction,
} from './oracle/insertRootInstructions.js';
export * from './oracle/instructions.js';
export { isRootLate, type LateBound } from './oracle/lateBound.js';
export { type LateRoot, lateRootsIn } from './oracle/lateRootsIn.js';
export {
  closePricingMatrixInstruction,
  initializePricingMatrixInstruction,
  MAX_PRICING_ROWS,
  updatePricingMatrixInstruction,
} from './oracle/pricingMatrixInstructions.js';
export {
  MAX_PURCHASE,
  type PurchaseParameters,
  purchaseInstruction,
  purchasePrice,
  SERVICE_TOKEN_UNITS,
  STABLECOIN_UNITS_PER_TOKEN,
} from './oracle/purchaseInstruction.js';
export { decodeRootEvent, type RootEvent } from './oracle/rootEvents.js';
export { decodeSubscribed, type Subscribed } from './oracle/subscribedEvent.js';
export { type SubscribeParameters, subscribeInstruction } from './oracle/subscribeInstruction.js';
export { modeOf, type SubscriptionMode } from './oracle/subscriptionMode.js';
export { type SubscriptionOrder, subscriptionPrice } from './oracle/subscriptionPrice.js';
export {
  type Deployment,
  serviceTokenAddress,
  serviceTreasury,
  stablecoinAddress,
  stablecoinTreasury,
  type Treasury,
} from './oracle/treasury.js';
export {
  initializeTreasuryInstructions,
  type TreasuryParameters,
  type WithdrawParameters,
  withdrawInstruction,
} from './oracle/treasuryInstructions.js';
export {
  DEFAULT_ORACLE_PROGRAM_ID,
  DEFAULT_SETTLEMENT_PROGRAM_ID,
  LOCALNET_PROGRAM_IDS,
  type ProgramIds,
} from './programId.js';
export { inVersion } from './proof/inVersion.js';
export { compactResultProof, resultProofOf } from './proof/resultProofOf.js';
export { scoreProofOf } from './proof/scoreProofOf.js';
export { signatureInstruction } from './proof/signatureInstruction.js';
export { type SignatureVerifier, signatureVerifier } from './proof/signatureVerifier.js';
export { statProofOf } from './proof/statProofOf.js';
export { validateFixtureArgs, validateFixtureBatchArgs, validateStatArgs } from './proof/validateArgs.js';
export { type SignedBy, type ValidateParameters, validateInstructions } from './proof/validateInstructions.js';
export type { BytesAt, LandedInstruction, LandedTransaction, ProgramAccount, RpcNode } from './rpcNode.js';
export type { OutboxChain, RecentBlockhash, SendingChain, TransactionStatus } from './sendingChain.js';
export { type FoundMarket, findMarket } from './settlement/actions/findMarket.js';
export { prepareBufferClosing } from './settlement/actions/prepareBufferClosing.js';
export {
  type ClaimAction,
  type OwnPosition,
  ownPositions,
  type PreparedClaim,
  prepareClaim,
} from './settlement/actions/prepareClaim.js';
export { type PreparedFinalise, prepareFinalise } from './settlement/actions/prepareFinalise.js';
export { type MarketAction, type PreparedMarket, prepareMarket } from './settlement/actions/prepareMarket.js';
export { prepareStake, type StakeAction } from './settlement/actions/prepareStake.js';
export type { AskedOutcomes } from './settlement/askedOutcomes.js';
export {
  closeResultInstruction,
  finaliseManyInstruction,
  type MarketBatchParameters,
  marketsPerTransaction,
  settleManyInstruction,
} from './settlement/batchInstructions.js';
export { type BufferChunk, bufferChunks, chunkRoom } from './settlement/bufferChunks.js';
export { bufferContent, MAX_BUFFER_LENGTH, resultBufferContent } from './settlement/bufferContent.js';
export {
  type BufferedCreateMarket,
  type BufferedCreateMarketParameters,
  bufferedCreateMarketTransactions,
} from './settlement/bufferedCreateMarket.js';
export {
  type BufferedSettle,
  type BufferedSettleParameters,
  type BufferedTransaction,
  bufferedSettleTransactions,
} from './settlement/bufferedSettleTransactions.js';
export { bufferIdOf } from './settlement/bufferId.js';
export type { BufferUploadParameters } from './settlement/bufferUpload.js';
export {
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
export { type CreateParlayParameters, createParlayInstruction } from './settlement/createParlayInstruction.js';
export { finaliseInstruction, settleParlayInstruction, voidInstruction } from './settlement/decideInstructions.js';
export { fetchStakeDeployment } from './settlement/fetchStakeDeployment.js';
export { fetchStakeTrust, type StakerTrust } from './settlement/fetchStakeTrust.js';
export { fetchTrustedAttesters } from './settlement/fetchTrustedAttesters.js';
export { findMarketEnds, settlingResult, type WatchedEnd } from './settlement/findMarketEnds.js';
export * from './settlement/instructions.js';
export { closeInstruction, type LeftoverParameters, sweepInstruction } from './settlement/leftoverInstructions.js';
export {
  handicapTerms,
  type Line,
  type LineTerms,
  lineOf,
  lineText,
  threeWayTerms,
  totalTerms,
} from './settlement/lines.js';
export {
  type ListedMarket,
  type ListedPosition,
  listMarkets,
  listPositions,
  type MarketFilter,
} from './settlement/listMarkets.js';
export { MARKET_DEFAULTS } from './settlement/marketDefaults.js';
export {
  casesOf,
  decisionText,
  impliedOdds,
  MARK_WORDS,
  type MarketCase,
  type MarketOutcome,
  outcomesOf,
  payoutWords,
} from './settlement/marketOutcomes.js';
export {
  type PostResultParameters,
  postResultArgs,
  postResultInstruction,
  type ResultPostParameters,
} from './settlement/postResultInstruction.js';
export {
  type PostResultTransaction,
  type PostResultTransactions,
  type PostResultTransactionsParameters,
  postResultTransactions,
} from './settlement/postResultTransactions.js';
export { proposeVoidInstructions } from './settlement/proposeVoidInstructions.js';
export { readProofBuffer } from './settlement/readProofBuffer.js';
export { fetchResult, type ReadFact, type ReadResultParameters, readResult } from './settlement/readResult.js';
export { decodeResultEvent, type ResultEvent } from './settlement/resultEvents.js';
export { type AttestationContent, type VouchedSlot, vouchersOf } from './settlement/rules/checkAttested.js';
export { checkFixtureSport, type FixtureSportQuestion } from './settlement/rules/checkFixtureSport.js';
export { type CheckedSettlement, checkSettlement, type SettlementProof } from './settlement/rules/checkSettlement.js';
export {
  type NamedAttesters,
  type ParlayTrust,
  STAKE_REFUSALS,
  type StakeDeployment,
  type StakeRefusal,
  type StakeTrust,
  type TrustedAttesters,
} from './settlement/rules/checkStakeTrust.js';
export { abandons, type CheckedVoidProposal, checkVoidProposal } from './settlement/rules/checkVoidProposal.js';
export { decideOutcome } from './settlement/rules/decideOutcome.js';
export { earliestDecision } from './settlement/rules/earliestDecision.js';
export { periodDecides, periodDecidesResult, policyAllows } from './settlement/rules/finality.js';
export { guardParlayStake } from './settlement/rules/guardParlayStake.js';
export { guardStake } from './settlement/rules/guardStake.js';
export { type MarketEnd, marketEnd } from './settlement/rules/marketEnd.js';
export { type MarketEnding, marketEnding } from './settlement/rules/marketEnding.js';
export { nextStep, type Step, windowEnd } from './settlement/rules/nextStep.js';
export { orderKeyOf, type UpdatePlace, updatePlaceOf } from './settlement/rules/orderKey.js';
export { resultCloseTime } from './settlement/rules/resultCloseTime.js';
export {
  type AppliedResultPost,
  applyResultPost,
  type CheckedResultPost,
  checkResultPost,
  type ResultContent,
  type ResultPost,
} from './settlement/rules/resultPost.js';
export { reviewStake, type StakeObjection, usualLeast } from './settlement/rules/reviewStake.js';
export { type SettledByResult, settleByResult } from './settlement/rules/settleByResult.js';
export { markOf } from './settlement/rules/splits.js';
export type { WindowEnd } from './settlement/rules/window.js';
export { type SettleParameters, settleArgs, settleInstructions } from './settlement/settleInstructions.js';
export {
  type StakeOnMarket,
  type StakeOnParlay,
  type StakeParameters,
  stakeInstruction,
} from './settlement/stakeInstruction.js';
export { type TermsContext, termsInWords } from './settlement/termsInWords.js';
export {
  type ChosenTerms,
  type FixtureOfMarket,
  type MarketWish,
  usualMarketTerms,
} from './settlement/usualMarketTerms.js';
export { type GivenTimes, type MarketTimes, usualMarketTimes } from './settlement/usualMarketTimes.js';
export type { ProofParameters } from './settlement/withProof.js';
export {
  type CreateAccountParameters,
  createAccountInstruction,
  type TransferParameters,
  transferInstruction,
} from './systemInstructions.js';
export { airdrop } from './testMoney.js';
export { tokenUnits, wholeTokens } from './tokenAmount.js';
export {
  createTokenAccount,
  freezeAccountsAtFirst,
  initializeMint,
  issueTokens,
  MINT_SIZE,
  MINT_WITH_STATE_SIZE,
  mintTo,
} from './tokenInstructions.js';
export { budgetInstructions } from './transaction/budget.js';
export { type BuildParameters, type BuiltTransaction, buildTransaction } from './transaction/build.js';
export { type Compiled, compile } from './transaction/compile.js';
export type { TransactionVersion } from './transaction/compileFor.js';
export {
  compileMessage,
  decodeMessage,
  encodeMessage,
  instructionsOf,
  type LookupTable,
} from './transaction/message.js';
export type { CompiledInstruction, Message, MessageConfig, TableLookup } from './transaction/messageForm.js';
export { Outbox, type OutboxOptions, type OutboxParameters, type OutboxTimers } from './transaction/outbox.js';
export { buildPatiently, type PatientBuild } from './transaction/passingFailure.js';
export { hasLanded, type SendParameters, type SentTransaction, sendTransaction } from './transaction/send.js';
export {
  type SignAndSendOptions,
  signAndSend,
  signerVersion,
  type TransactionSigner,
  transactionSigner,
} from './transaction/signAndSend.js';
export { TRANSACTION_LIMIT, TRANSACTION_LIMIT_V1, transactionSize } from './transaction/size.js';
export {
  decodeTransaction,
  encodeTransaction,
  signatureOf,
  signTransaction,
  type Transaction,
  unsigned,
} from './transaction/transaction.js';
export { checkTerms } from './wire/checkTerms.js';
export { type ConfigParameters, type ConfigUpdate, UNCHANGED_CONFIG } from './wire/configParameters.js';
export type { Moment } from './wire/moment.js';
export type { ParlayLeg, ParlayTerms } from './wire/parlayTerms.js';
export type { ResultProof } from './wire/resultProof.js';
export type { ScoreProof } from './wire/scoreProof.js';
export type { ServiceRow } from './wire/serviceRow.js';
export type { StatTerm } from './wire/statTerm.js';
export type { Attesters, Mark, MarketTerms } from './wire/terms.js';
export { parlayTermsHash, termsHash } from './wire/termsHash.js';
