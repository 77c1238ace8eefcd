import { createRequire } from 'node:module';
import { argv, stderr, stdin, stdout } from 'node:process';
import { run } from './run.js';
import { coloursOf } from './terminal/colour.js';
import { EXIT } from './terminal/exitCode.js';

// The reader of our output may stop early (`| head`). This is not a failure.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // When the terminal is closed, the command shuts down cleanly, and its output is dropped.
    if (error.code === 'EIO') return;
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? EXIT.valid);
  });
}

const { version } = createRequire(import.meta.url)('@linesman/cli/package.json');

const code = await run(argv.slice(2), version, {
  stdin,
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
  colours: coloursOf({ stdout, stderr }),
  ...(stdout.isTTY && { columns: stdout.columns }),
  isWatched: stderr.isTTY === true,
});
process.exitCode = code;
// A library's open socket, such as one that retries a dead chain, must not keep a finished command running.
setTimeout(() => process.exit(code), 1_000).unref();
