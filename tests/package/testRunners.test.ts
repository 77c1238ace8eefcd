import { testRunners } from '../helpers/package/testRunners.js';

/** Those of the landing lane: commonJsRunners.test.ts. */
testRunners(['ts-jest', 'mocha with tsx', 'vitest', 'bun', 'deno']);
