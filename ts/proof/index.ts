export { type Fact, factValue } from './fact.js';
export type {
  FixtureBatchProof,
  FixtureProof,
  OddsProof,
  Proof,
  StatProof,
  StatProofV1,
  StatProofV2,
  StatProofV3,
  StatProofV4,
} from './proof.js';
export { proveStatsV2, proveStatsV3, type StatRequest } from './proveStats.js';
