import { judgeHere, type Work } from './jobs.js';

/** A process that judges a part of the cases; see `judgeFiles`. */
process.once('message', async (work: Work) => {
  process.send?.(await judgeHere(work));
});
