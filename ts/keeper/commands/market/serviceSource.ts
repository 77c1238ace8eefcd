import { type Configured, readApiToken } from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { httpProofSource, type ProofSource } from '@linesman/sdk/prove';

/** The service that the options name. Errors: those of `readApiToken` and `httpProofSource`. */
export function serviceSource(service: string, flags: Configured & { readonly apiTokenFile?: string }): ProofSource {
  const apiToken = readApiToken(flags);
  return httpProofSource({ baseUrl: service, timers: systemTimers, ...(apiToken !== undefined && { apiToken }) });
}
