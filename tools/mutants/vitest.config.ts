import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.js';

/** The repository's tests, with the probes of mutants. */
export default mergeConfig(config, { test: { setupFiles: ['tools/mutants/probeSetup.ts'] } });
