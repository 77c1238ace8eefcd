import { testRunners } from '../helpers/package/testRunners.js';

/** One that loads only CommonJS, and one that loads what Node does. The others: testRunners.test.ts. */
testRunners(['jest', 'mocha with tsx, in CommonJS']);
