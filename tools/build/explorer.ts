import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Compressing smaller files saves nothing. */
const LEAST = 1_000;

/** Writes a compressed copy beside each file of a folder, so that the service does not compress during a request. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|json|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    if (content.length >= LEAST) writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/**
 * Modules that do nothing when they are loaded. Other modules read the settings when they are loaded, so they come with
 * the pages.
 */
const PURE = /sdk[/\\]dist[/\\]|node_modules|explorer[/\\]shared[/\\]/;
/** The script that requests ahead, and its imports: a separate file that runs before the others have loaded. */
const AHEAD = new RegExp(
  /explorer[/\\](ahead|frame[/\\](early|given)|pages[/\\]home[/\\]bestOf)\.ts$/.source +
    /|sdk[/\\]dist[/\\]format[/\\]sports[/\\]/.source,
);

/** A file that delays the first text costs a round trip. So the style is inline, and the policy has its hash. */
const STYLE_IN_PAGE: Plugin = {
  name: 'style-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const style = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
      if (style?.type !== 'asset') throw new Error('the build has no style');
      delete bundle[style.fileName];
      const text = `${style.source}`;
      const digest = createHash('sha256').update(text).digest('base64');
      return html
        .replace("style-src 'self'", `style-src 'sha256-${digest}'`)
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${text}</style>`);
    },
  },
};

/**
 * Static files that work under any path of any web server: relative addresses, hash routes, no inline script. They go
 * to the folder from which the service ships them.
 */
export const EXPLORER_BUILD = defineConfig({
  root: at('ts/explorer'),
  base: './',
  plugins: [STYLE_IN_PAGE],
  build: {
    outDir: at('ts/service/dist/explorer'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page does not allow `data:` addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    cssTarget: 'chrome123',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // For a phone far from a server, a request costs more than its bytes. So the code of the first page is one
          // file, the code that most other pages need is another, and the code that several of them need is a third.
          groups: [
            { name: 'ahead', test: AHEAD, priority: 4 },
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'base', test: PURE, minShareCount: 5, priority: 2 },
            { name: 'shared', test: PURE, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});

/** `<linesman-proof>` as one file, for pages without a bundler. */
export const ELEMENT_BUILD = defineConfig({
  build: {
    outDir: at('ts/service/dist/explorer'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: { entry: at('ts/explorer/linesmanProof.ts'), formats: ['es'], fileName: () => 'linesman-proof.js' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

export default EXPLORER_BUILD;
