import { acceptAdmin } from './oracle/acceptAdmin.js';
import { closePricingMatrix } from './oracle/closePricingMatrix.js';
import { giftValidationCredits } from './oracle/giftValidationCredits.js';
import { initializeConfig } from './oracle/initializeConfig.js';
import { initializePricingMatrix } from './oracle/initializePricingMatrix.js';
import { initializeTreasuryV2 } from './oracle/initializeTreasuryV2.js';
import { initializeUsdtTreasury } from './oracle/initializeUsdtTreasury.js';
import { insertBatchRoot } from './oracle/insertBatchRoot.js';
import { insertFixturesRoot } from './oracle/insertFixturesRoot.js';
import { insertScoresRoot } from './oracle/insertScoresRoot.js';
import { proposeAdmin } from './oracle/proposeAdmin.js';
import { purchaseSubscriptionTokenUsdt } from './oracle/purchaseSubscriptionTokenUsdt.js';
import { purchaseValidationCredits } from './oracle/purchaseValidationCredits.js';
import { requestDevnetFaucet } from './oracle/requestDevnetFaucet.js';
import { subscribe } from './oracle/subscribe.js';
import { updateConfig } from './oracle/updateConfig.js';
import { updatePricingMatrix } from './oracle/updatePricingMatrix.js';
import { validateFixture } from './oracle/validateFixture.js';
import { validateFixtureBatch } from './oracle/validateFixtureBatch.js';
import { validateOdds } from './oracle/validateOdds.js';
import { validateOddsV4 } from './oracle/validateOddsV4.js';
import { validateStat } from './oracle/validateStat.js';
import { validateStatV2 } from './oracle/validateStatV2.js';
import { validateStatV3 } from './oracle/validateStatV3.js';
import { validateStatV4 } from './oracle/validateStatV4.js';
import { withdrawUsdt } from './oracle/withdrawUsdt.js';
import { bufferClose } from './settlement/bufferClose.js';
import { bufferCreate } from './settlement/bufferCreate.js';
import { bufferWrite } from './settlement/bufferWrite.js';
import { claim } from './settlement/claim.js';
import { claimParlay } from './settlement/claimParlay.js';
import { closeMarket } from './settlement/closeMarket.js';
import { closeParlay } from './settlement/closeParlay.js';
import { closeResult } from './settlement/closeResult.js';
import { createMarket } from './settlement/createMarket.js';
import { createMarketFromBuffer } from './settlement/createMarketFromBuffer.js';
import { createParlay } from './settlement/createParlay.js';
import { finalise } from './settlement/finalise.js';
import { finaliseMany } from './settlement/finaliseMany.js';
import { postResult } from './settlement/postResult.js';
import { postResultFromBuffer } from './settlement/postResultFromBuffer.js';
import { proposeVoid } from './settlement/proposeVoid.js';
import { settle } from './settlement/settle.js';
import { settleFromBuffer } from './settlement/settleFromBuffer.js';
import { settleMany } from './settlement/settleMany.js';
import { settleParlay } from './settlement/settleParlay.js';
import { stake } from './settlement/stake.js';
import { stakeParlay } from './settlement/stakeParlay.js';
import { sweep } from './settlement/sweep.js';
import { sweepParlay } from './settlement/sweepParlay.js';
import { voidMarket } from './settlement/voidMarket.js';
import { voidParlay } from './settlement/voidParlay.js';

/** Every instruction of both programs. */
export const INSTRUCTIONS = {
  updateConfig,
  proposeAdmin,
  initializeConfig,
  acceptAdmin,
  closePricingMatrix,
  giftValidationCredits,
  initializePricingMatrix,
  initializeTreasuryV2,
  initializeUsdtTreasury,
  insertBatchRoot,
  insertFixturesRoot,
  insertScoresRoot,
  purchaseSubscriptionTokenUsdt,
  purchaseValidationCredits,
  requestDevnetFaucet,
  subscribe,
  updatePricingMatrix,
  validateFixture,
  validateFixtureBatch,
  validateOdds,
  validateOddsV4,
  validateStat,
  validateStatV2,
  validateStatV3,
  validateStatV4,
  withdrawUsdt,
  bufferClose,
  bufferCreate,
  bufferWrite,
  claim,
  closeMarket,
  createMarket,
  createMarketFromBuffer,
  finalise,
  proposeVoid,
  settle,
  settleFromBuffer,
  stake,
  sweep,
  voidMarket,
  createParlay,
  stakeParlay,
  settleParlay,
  voidParlay,
  claimParlay,
  sweepParlay,
  closeParlay,
  postResult,
  postResultFromBuffer,
  settleMany,
  finaliseMany,
  closeResult,
} as const;

export type InstructionKey = keyof typeof INSTRUCTIONS;
