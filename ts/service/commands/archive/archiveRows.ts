import { argument, DEFAULT_STORE, flag, option, parseDay, text } from '@linesman/cli';

/** Options for a day of a store, and for the progress report. */
export const DAY_ROWS = {
  day: argument('<day>', '2026-07-09, or the number of the day', parseDay),
  store: option('<place>', 'folder of the store, or URL of a PostgreSQL server', text, DEFAULT_STORE),
};

export const PROGRESS_ROWS = {
  progress: flag('show progress even if standard error is not a terminal'),
  json: flag('print JSON'),
};
