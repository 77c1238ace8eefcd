#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { stderr, stdout } from 'node:process';
import { CommanderError } from 'commander';
import { LinesmanError } from '../error/index.js';
import { linesman } from './command.js';
import { EXIT } from './exitCode.js';
import { printError } from './print.js';

// Whoever reads our output may stop early (`| head`); that is no failure of ours.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? EXIT.valid);
  });
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

try {
  await linesman(version).parseAsync();
} catch (error) {
  if (error instanceof LinesmanError) printError(error);
  else if (!(error instanceof CommanderError)) {
    const message = error instanceof Error ? error.message : String(error);
    stderr.write(`error: ${message}\n  This is a fault of linesman; please report it.\n`);
  }
  // Commander has already printed its own; help and version are no failures.
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? EXIT.valid : EXIT.failure;
}
