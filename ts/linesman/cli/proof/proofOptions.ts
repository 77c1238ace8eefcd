import type { Command } from 'commander';
import { collect } from '../option/option.js';

/** What the verdict on a proof in a file depends on. */
export interface ProofFlags {
  readonly roots?: string;
  readonly where?: string;
  readonly sport?: string;
  readonly oracleKey?: readonly string[];
  readonly format: string;
}

/** Adds the options of `ProofFlags`. */
export const addProofOptions = (command: Command, where: string): Command =>
  command
    .option('--roots <file>', 'roots account of the day, to compare the root with the published one')
    .option('--where <condition>', where)
    .option('--sport <sport>', 'soccer, basketball or us-football: what stat keys mean (default: soccer)')
    .option('--oracle-key <key>', 'key that must have signed a version 4 answer; may be given more than once', collect)
    .option('--format <format>', 'current, or all-stats for trees built until 2026-06-30', 'current');
