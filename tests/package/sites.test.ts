import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium, visit } from '../helpers/explorer/chromium.js';
import { staticPages } from '../helpers/explorer/staticPages.js';
import { leftOut } from '../helpers/leftOut.js';
import { projectSource } from '../helpers/package/dapps.js';
import { expectInstalls } from '../helpers/package/expectInstalls.js';
import { Packed, Project } from '../helpers/package/packed.js';

/** Sites that are built by a framework with a bundler of its own, and verify a proof in a real browser. */

const ANSWER = readFileSync(new URL('../../examples/proofs/final-win.json', import.meta.url), 'utf8');

interface Site {
  readonly manifest: object;
  readonly packages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly build: readonly [string, ...string[]];
  /** Where the built pages are. */
  readonly folder: string;
  /** What the page shows before somebody clicks. */
  readonly first: string;
}

const SITES: Readonly<Record<string, Site>> = {
  'Next.js': {
    manifest: {},
    packages: ['next@16', 'react@19', 'react-dom@19'],
    files: {
      'next.config.mjs': `export default { output: 'export' };`,
      'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      ...Object.fromEntries(
        ['layout.jsx', 'page.jsx', 'verdict.jsx'].map((file) => [`app/${file}`, projectSource(`next/${file}`)]),
      ),
    },
    build: ['node_modules/.bin/next', 'build'],
    folder: 'out',
    first: 'On the server: true',
  },
  Parcel: {
    manifest: { '@parcel/resolver-default': { packageExports: true } },
    packages: ['parcel@2'],
    files: {
      'index.html': `<!doctype html><title>A site</title><link rel="icon" href="data:,">
        <main><p>Built</p><button>Verify</button><output></output></main><script type="module" src="page.js"></script>`,
      'page.js': projectSource('parcel/page.js'),
    },
    build: ['node_modules/.bin/parcel', 'build', 'index.html', '--no-cache'],
    folder: 'dist',
    first: 'Built',
  },
};

if (!hasChromium()) leftOut('tests/package/sites.test.ts: Chromium is not installed.');

describe.skipIf(!hasChromium())('a site built with', () => {
  const packed = new Packed();
  afterAll(() => packed.end());

  it.each(Object.entries(SITES))('%s verifies a proof', { timeout: 300_000 }, async (_, site) => {
    const { manifest, packages, files, build, folder, first } = site;
    const project = new Project(manifest);
    const browser = await launchChromium();
    try {
      expectInstalls(project, packed.archive('@linesman/sdk'), ...packages);
      project.write('answer.json', ANSWER);
      for (const [file, text] of Object.entries(files)) project.write(file, text);
      const { code, stdout, stderr } = project.run(...build);
      expect(code, `${stdout}\n${stderr}`).toBe(0);
      const pages = await staticPages(`${project.folder}/${folder}/`, '/');
      try {
        const { page, complaints } = await visit(browser, `${pages.url}index.html`);
        await page.getByText(first).waitFor();
        await page.getByRole('button', { name: 'Verify' }).click();
        const said = page.locator('output', { hasText: /\w/ });
        await said.waitFor();
        expect([await said.textContent(), complaints]).toEqual(['In the browser: true', []]);
      } finally {
        await pages.close();
      }
    } finally {
      await browser.close();
      project.end();
    }
  });
});
