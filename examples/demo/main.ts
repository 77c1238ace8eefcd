import { argv, stderr, stdin, stdout } from 'node:process';
import { demo } from './demo.js';

// By default the local chain logs every instruction to standard error.
process.env.RUST_LOG ??= 'off';

process.exitCode = await demo(argv.slice(2), {
  stdin,
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
});
