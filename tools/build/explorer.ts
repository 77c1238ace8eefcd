import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Static files that work under any path of any web server: relative addresses, hash routes, nothing inline. They go
 * where the service ships them.
 */
export const EXPLORER_BUILD = defineConfig({
  root: at('ts/explorer'),
  base: './',
  build: {
    outDir: at('ts/service/dist/explorer'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    cssTarget: 'chrome123',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

export default EXPLORER_BUILD;
