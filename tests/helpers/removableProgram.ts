import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The bytes in front of the number of the removed check, in `crates/verifier/src/rule.rs`. */
const MARKER = Buffer.from('removed rule is');

/**
 * The oracle program, compiled so that its checks can be removed. The build has its own folder, so that no other
 * build can take its files. The first one takes minutes, a repeated one seconds.
 */
export function buildRemovableProgram(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-removable-'));
  try {
    const out = join(folder, 'oracle.so');
    const build = `tools/sbf/install.sh && tools/sbf/build.sh oracle ${out} removable-rules target/sbf-removable`;
    execFileSync('bash', ['-c', build], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program without one check. */
export function withoutRule(program: Uint8Array, number: number): Uint8Array {
  const bytes = Buffer.from(program);
  const at = bytes.indexOf(MARKER);
  if (at < 0 || bytes.indexOf(MARKER, at + 1) >= 0) throw new Error('the program has not one place for a number');
  bytes[at + MARKER.length] = number;
  return bytes;
}
