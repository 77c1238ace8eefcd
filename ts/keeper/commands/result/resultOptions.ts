import type { Command } from 'commander';
import { choice, numberOf } from 'linesman/cli';
import { layoutByteOf, sportOf } from 'linesman/format';
import type { ProgramIds, ResultSubject } from 'linesman/program';

const POLICIES = {
  finalised: 'Finalised',
  'regular-time': 'RegularTime',
  'half-time': 'HalfTime',
} as const satisfies Readonly<Record<string, ResultSubject['finality']>>;
type Policy = keyof typeof POLICIES;

/** Which result a command is about. */
export interface SubjectFlags {
  readonly fixture: string;
  readonly sport: string;
  readonly finality: Policy;
}

const NAMES = ['finalised', 'regular-time', 'half-time'] as const satisfies readonly Policy[];

export const withSubject = (command: Command): Command =>
  command
    .requiredOption('--fixture <id>', 'the match')
    .requiredOption('--sport <sport>', 'soccer, basketball or us-football')
    .option('--finality <policy>', NAMES.join(', '), choice('--finality', NAMES), 'finalised');

/** Errors: NUMBER_OUT_OF_RANGE, UNKNOWN_SPORT. */
export const subjectOf = ({ fixture, sport, finality }: SubjectFlags, { oracle }: ProgramIds): ResultSubject => ({
  oracleProgram: oracle,
  fixtureId: numberOf('--fixture', fixture, 1, 999_999_999),
  sport: layoutByteOf(sportOf(sport)),
  finality: POLICIES[finality],
});
