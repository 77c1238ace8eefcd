import '#texts';

export { checkOnPage, type PageAnswer, type PageQuestion } from './checkOnPage.js';
export { defineLinesmanProof } from './linesmanProof.js';
export { type Hooks, type ProofState, proofHook } from './proofHook.js';
