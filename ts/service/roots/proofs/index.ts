export { Proofs } from './proofs.js';
