import type { Command } from 'commander';
import { numberOf } from 'linesman/cli';
import { layoutByteOf, sportOf } from 'linesman/format';
import type { ProgramIds, ResultSubject } from 'linesman/program';
import { policyOf, policyOption, RESULT_POLICIES, type ResultPolicyName } from '../market/policyOption.js';

/** Which result a command is about. */
export interface SubjectFlags {
  readonly fixture: string;
  readonly sport: string;
  readonly finality: ResultPolicyName;
}

export const withSubject = (command: Command): Command =>
  command
    .requiredOption('--fixture <id>', 'the match')
    .requiredOption('--sport <sport>', 'soccer, basketball or us-football')
    .addOption(policyOption(RESULT_POLICIES));

/** Errors: NUMBER_OUT_OF_RANGE, UNKNOWN_SPORT. */
export const subjectOf = ({ fixture, sport, finality }: SubjectFlags, { oracle }: ProgramIds): ResultSubject => ({
  oracleProgram: oracle,
  fixtureId: numberOf('--fixture', fixture, 1, 999_999_999),
  sport: layoutByteOf(sportOf(sport)),
  finality: policyOf(finality),
});
