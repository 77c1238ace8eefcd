export { Proofs, type ProofsOptions, type StatsQuestion } from './proofs.js';
