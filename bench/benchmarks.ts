import { archive } from './archive.js';
import type { Benchmark } from './benchmark.js';
import { explorer } from './explorer.js';
import { fanOut } from './fanOut.js';
import { ingest } from './ingest.js';
import { keeper } from './keeper.js';
import { longAnswers } from './longAnswers.js';
import { proofs } from './proofs.js';
import { requestCosts } from './requestCosts.js';
import { start } from './start.js';
import { tree } from './tree.js';
import { verification } from './verification.js';

export const BENCHMARKS: readonly Benchmark[] = [
  tree,
  verification,
  fanOut,
  proofs,
  requestCosts,
  longAnswers,
  ingest,
  archive,
  keeper,
  explorer,
  start,
];
