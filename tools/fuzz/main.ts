import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse, scriptArguments, wholeNumber } from '../scriptArguments.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGETS = readdirSync(join(ROOT, 'fuzz/targets')).map((name) => name.replace('.rs', ''));
/** An input is a script of choices. Long scripts find nothing more than short ones. */
const LONGEST = 1024;

const USAGE = `fuzz -- [TARGET…] [options]

Fuzzes all targets or some, each starting from the kept corpus: ${TARGETS.join(', ')}.

  --seconds N    for each target; default 60
  --keep         replaces the corpus, which cargo test runs, with the minimised result
`;

const { values, positionals } = scriptArguments(
  USAGE,
  { seconds: { type: 'string', default: '60' }, keep: { type: 'boolean', default: false } },
  true,
);
const seconds = wholeNumber('seconds', values.seconds, 1);
const unknown = positionals.filter((name) => !TARGETS.includes(name));
if (unknown.length > 0) refuse(`There is no target ${unknown.join(', ')}`);

/** RUSTC_BOOTSTRAP unlocks the unstable options that cargo-fuzz needs in the stable compiler. */
function cargoFuzz(command: string, target: string, options: readonly string[]): void {
  const { status, error } = spawnSync('cargo', ['fuzz', command, target, '--', ...options], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

for (const target of positionals.length > 0 ? positionals : TARGETS) fuzz(target);

function fuzz(target: string): void {
  const kept = join(ROOT, `crates/verifier/tests/corpus/${target}.hex`);
  const corpus = join(ROOT, 'fuzz/corpus', target);
  mkdirSync(corpus, { recursive: true });
  for (const line of existsSync(kept) ? readFileSync(kept, 'utf8').split('\n').filter(Boolean) : []) {
    const bytes = Buffer.from(line, 'hex');
    writeFileSync(join(corpus, createHash('sha1').update(bytes).digest('hex')), bytes);
  }
  cargoFuzz('run', target, [
    `-max_total_time=${seconds}`,
    `-max_len=${LONGEST}`,
    '-len_control=0',
    '-rss_limit_mb=4096',
    '-print_final_stats=1',
    // Hides what programs log. Failures go to standard error.
    '-close_fd_mask=1',
  ]);
  if (values.keep) {
    cargoFuzz('cmin', target, [`-max_len=${LONGEST}`]);
    const lines = readdirSync(corpus).map((name) => readFileSync(join(corpus, name)).toString('hex'));
    writeFileSync(kept, `${lines.filter(Boolean).sort().join('\n')}\n`);
    console.log(`${lines.length} inputs in ${kept}`);
  }
}
