export type { AttestationChain, AttestedPeriod, AttestedRoot, PeriodOnChain } from './attestationChain.js';
export { Attester, type AttesterOptions, type AttestRound, type JudgedSlot } from './attester.js';
export { type Evidence, evidenceFile } from './evidence.js';
export { judgeSlot } from './judgeSlot.js';
export { oracleAttestations } from './oracleAttestations.js';
export { periodsBetween, type ReadPeriod, readPeriods, slotStartIn } from './periods.js';
export { serviceSource } from './serviceSource.js';
export type { RecordSource } from './slotRecords.js';
export { storeSource } from './storeSource.js';
