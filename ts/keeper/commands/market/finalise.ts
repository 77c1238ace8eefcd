import { command } from '@linesman/cli';
import { SENDING_ROWS } from './marketOptions.js';

const HELP = `
Anyone may make a result final once the challenge window is over (6223 before that). A keeper does it automatically.

Examples:
  $ linesman market finalise --market 7Yb… --keypair wallet.json

Exit code: 0 final, or with --dry-run: could be made so; 2 anything else.`;

export const finaliseCommand = command({
  about: 'Makes a result final after its window.',
  help: HELP,
  rows: SENDING_ROWS,
  run: async (flags, terminal) => (await import('./runDecide.js')).runDecide('finalise', flags, terminal),
});
