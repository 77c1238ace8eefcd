import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Writes the module of the error texts with all that it imports. Pages load it on demand. With imports, a bundler would
 * put what it shares with a page into what the page loads first: all numbers and names of errors.
 */
export async function bundleErrorTexts(place: string): Promise<void> {
  const file = join(place, 'dist/error/describe/withTexts.js');
  const bundle = await rolldown({ input: file, external: /^#/, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'es', comments: false, codeSplitting: false });
  writeFileSync(file, output[0].code);
}
