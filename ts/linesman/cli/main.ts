import { createRequire } from 'node:module';
import { argv, stderr, stdin, stdout } from 'node:process';
import { run } from './run.js';
import { coloursOf } from './terminal/colour.js';
import { EXIT } from './terminal/exitCode.js';

// Whoever reads our output may stop early (`| head`); that is no failure of ours.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A terminal that is closed: what is under way ends in order, and nobody reads of it.
    if (error.code === 'EIO') return;
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? EXIT.valid);
  });
}

const { version } = createRequire(import.meta.url)('linesman/package.json');

const code = await run(argv.slice(2), version, {
  stdin,
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
  colours: coloursOf({ stdout, stderr }),
  isWatched: stderr.isTTY === true,
});
process.exitCode = code;
// Somebody else's sockets, such as one that looks for a chain that is gone, must not keep a command that has ended.
setTimeout(() => process.exit(code), 1_000).unref();
