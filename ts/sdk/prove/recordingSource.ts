import { systemTimers } from '../client/timers.js';
import type { StatProof } from '../proof/proof.js';
import type { CaseRequest } from './caseFile.js';
import { httpProofSource, type OnAnswer } from './httpProofSource.js';
import type { ListedRecord, ProofRequest, ProofSource } from './proofSource.js';

/** An answer as received. */
export interface Received {
  readonly request: CaseRequest;
  /** The body, character by character. */
  readonly answer: string;
  readonly proof: StatProof;
  readonly seq: number;
}

export interface RecordingOptions {
  readonly service: string;
  readonly apiToken?: string | undefined;
  /** Requests proofs of this version, whatever the search asks for. */
  readonly version?: StatProof['version'] | undefined;
  /** Aborts every request. */
  readonly signal?: AbortSignal;
  /** Called with each response, as by the client. */
  readonly onAnswer?: OnAnswer;
}

const VALIDATION = /\/api\/scores\/stat-validation[\w-]*$/;

/**
 * A service that remembers the text of every proof it has answered with, for case files and for display.
 *
 * @example
 * ```ts
 * import type { Address } from '@linesman/sdk/program';
 * import { proveAndVerify, RecordingSource } from '@linesman/sdk/prove';
 *
 * declare const oracle: Address;
 * const service = new RecordingSource({ service: 'https://oracle.example', apiToken: 'lsm_…' });
 * const rpc = 'https://api.devnet.solana.com';
 * await proveAndVerify({ service, rpc, oracle, fixture: 18_400_001, sport: 'soccer', keys: [1, 2] });
 * console.log(service.received.at(-1)?.answer);
 * ```
 */
export class RecordingSource implements ProofSource {
  /** In the order of arrival. */
  readonly received: Received[] = [];
  private readonly source: ProofSource;
  private last: Pick<Received, 'request' | 'answer'> | undefined;

  /** Errors: INVALID_SERVICE_ADDRESS, UNSENDABLE_TOKEN. */
  constructor(private readonly options: RecordingOptions) {
    const { service, apiToken, signal, onAnswer } = options;
    this.source = httpProofSource({
      baseUrl: service,
      timers: systemTimers,
      ...(apiToken !== undefined && { apiToken }),
      ...(signal && { signal }),
      ...(onAnswer && { onAnswer }),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const url = new URL(input instanceof Request ? input.url : input);
        if (!response.ok || !VALIDATION.test(url.pathname)) return response;
        const { status, statusText, headers } = response;
        const answer = await response.text();
        this.last = { request: requestOf(url, new URL(service)), answer };
        return new Response(answer, { status, statusText, headers });
      },
    });
  }

  latest(...question: Parameters<ProofSource['latest']>): Promise<readonly ListedRecord[]> {
    return this.source.latest(...question);
  }

  history(...question: Parameters<ProofSource['history']>): Promise<readonly ListedRecord[]> {
    return this.source.history(...question);
  }

  async prove(request: ProofRequest): Promise<StatProof> {
    const proof = await this.source.prove({ ...request, version: this.options.version ?? request.version });
    if (this.last) this.received.push({ ...this.last, proof, seq: request.seq });
    return proof;
  }
}

/** The path without the address of the service and its prefix. */
function requestOf(url: URL, service: URL): CaseRequest {
  const base = service.pathname.replace(/\/$/, '');
  return { method: 'GET', path: url.pathname.slice(base.length), query: Object.fromEntries(url.searchParams) };
}
