import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.js';

/** The repository's tests, with the probes of mutants. A test that waits forever for what a mutant took ends sooner. */
export default mergeConfig(config, {
  test: { setupFiles: ['tools/mutants/probeSetup.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
