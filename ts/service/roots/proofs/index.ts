export { Proofs, SCORES_FROM, type ScoreFrom } from './proofs.js';
