import { systemTimers } from 'linesman/client';
import type { StatProof } from 'linesman/proof';
import { httpProofSource, type ListedRecord, type ProofRequest, type ProofSource } from 'linesman/prove';
import type { CaseRequest } from '../case/caseFile.js';

/** An answer as it came. */
export interface Received {
  readonly request: CaseRequest;
  /** The body, character by character. */
  readonly answer: string;
  readonly proof: StatProof;
  readonly seq: number;
}

export interface RecordingOptions {
  readonly service: string;
  readonly apiToken: string | undefined;
  /** Requests proofs of this version, whatever the search asks for. */
  readonly version: StatProof['version'] | undefined;
}

const VALIDATION = /\/api\/scores\/stat-validation[\w-]*$/;

/** A service that remembers the text of every proof it has answered with. */
export class RecordingSource implements ProofSource {
  /** In the order of arrival. */
  readonly received: Received[] = [];
  private readonly source: ProofSource;
  private last: Pick<Received, 'request' | 'answer'> | undefined;

  /** Errors: INVALID_SERVICE_ADDRESS, UNSENDABLE_TOKEN. */
  constructor(private readonly options: RecordingOptions) {
    const { service, apiToken } = options;
    this.source = httpProofSource({
      baseUrl: service,
      timers: systemTimers,
      ...(apiToken !== undefined && { apiToken }),
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

/** Without the address of the service and whatever stands before its paths. */
function requestOf(url: URL, service: URL): CaseRequest {
  const base = service.pathname.replace(/\/$/, '');
  return { method: 'GET', path: url.pathname.slice(base.length), query: Object.fromEntries(url.searchParams) };
}
