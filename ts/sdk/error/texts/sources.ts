import * as code from '../codes/sources.js';
import { clipped, quoted } from '../quoted.js';
import { problems, text, wordsWith } from './text.js';

/** Texts of ../codes/sources.ts. */
export const SOURCES_TEXTS = {
  [code.INVALID_NATS_ADDRESS]: text(
    'The address of the NATS servers is not valid.',
    'Write an address such as nats://127.0.0.1:4222; separate several with commas.',
  ),
  [code.INVALID_NATS_NAME]: text(
    'The name of a stream or of a durable consumer is not valid.',
    'Check --stream and --durable: they cannot contain dots, spaces or wildcards.',
    wordsWith<{ readonly stream: string; readonly durable: string }>()(
      'NATS does not accept the name of the stream or of the consumer: {reason:clipped}.',
    ),
  ),
  [code.INVALID_REFUSED_SUBJECT]: text(
    'Refused records cannot be moved to that subject.',
    "For --refused-subject, choose one subject that the records' subject does not cover.",
    (
      context:
        | { readonly problem: 'wildcards'; readonly subject: string }
        | { readonly problem: 'covered'; readonly subject: string; readonly coveredBy: string },
    ) =>
      context.problem === 'wildcards'
        ? `${quoted(context.subject)} contains wildcards or is not a subject.`
        : `Records moved to ${clipped(context.subject)} would come back: ${clipped(context.coveredBy)} covers it.`,
  ),
  [code.UNKNOWN_SCRIPT]: text(
    'There is no such script for a match.',
    'Choose one of the scripts in the message.',
    ({
      script,
      sport,
      known,
    }: {
      readonly script: string;
      readonly sport?: string;
      readonly known: readonly string[];
    }) =>
      `There is no script ${quoted(script)}${sport === undefined ? '' : ` for ${sport}`}; there are ` +
      `${known.join(', ')}.`,
  ),
  [code.INVALID_SEASON]: text(
    'The season of simulated matches is not valid.',
    'Start the season between 1970-01-02 and 2134-04-11, with up to 10,000 matches a day.',
    problems({
      start: 'A season cannot start at {start:given} (Unix time in ms).',
      'matches per day': 'A season cannot have {matchesPerDay:given} matches a day; the limit is {limit}.',
      'no such match': 'The season has no match {match:given}.',
    }),
  ),
  [code.SOURCE_SHOWS_PART]: text(
    'The API token of an attester does not cover every record.',
    'Subscribe to a level with all leagues (for odds, also all markets, in real time), or omit the kind.',
    ({
      source,
      kind,
      problem,
      seconds,
    }: {
      readonly source: string;
      readonly kind: 'scores' | 'odds' | 'fixtures';
      readonly problem: 'leagues' | 'markets' | 'sampled';
      readonly seconds?: number;
    }) => {
      const about = `The API token for ${clipped(source)} shows`;
      switch (problem) {
        case 'leagues':
          return `${about} no ${kind} of all leagues, but roots are built from all of them.`;
        case 'markets':
          return `${about} no ${kind} of all markets, but roots are built from all of them.`;
        case 'sampled':
          return `${about} ${kind} of a line only every ${seconds} seconds, but roots are built from all of them.`;
      }
    },
  ),
  [code.SOURCE_TWICE]: text(
    'The attester has the same source twice.',
    'Pass each source once: that a source agrees with itself proves nothing.',
    '{source:clipped} appears twice.',
  ),
} as const;
