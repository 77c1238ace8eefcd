import { EMBEDDED_CHAIN_FAILED, fail } from '@linesman/sdk/error';

/** An account in the chain's snapshot format. */
export interface SavedAccount {
  readonly lamports: number;
  /** Base64. */
  readonly data: string;
  /** Base58. */
  readonly owner: string;
  readonly executable: boolean;
}

/** The calls that only the embedded chain supports: setting the time, and writing accounts without authorisation. */
export class SurfnetRpc {
  private id = 0;

  constructor(private readonly url: string) {}

  /** Sets the clock, Unix time in ms. Errors: EMBEDDED_CHAIN_FAILED, also for a time in the past. */
  async travel(time: number): Promise<void> {
    await this.call('surfnet_timeTravel', [{ absoluteTimestamp: time }]);
  }

  /** All accounts except programs, by address. */
  async accounts(): Promise<Readonly<Record<string, SavedAccount>>> {
    return ((await this.call('surfnet_exportSnapshot', [])) as { value: Record<string, SavedAccount> }).value;
  }

  async setAccount(address: string, { lamports, data, owner, executable }: SavedAccount): Promise<void> {
    const hex = Buffer.from(data, 'base64').toString('hex');
    await this.call('surfnet_setAccount', [address, { lamports, data: hex, owner, executable }]);
  }

  /** Sets the upgrade authority of a program. */
  async setProgramAuthority(program: string, authority: string): Promise<void> {
    await this.call('surfnet_setProgramAuthority', [program, authority]);
  }

  private async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++this.id, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { message: string; data?: unknown };
    };
    if (error === undefined) return result;
    return fail(EMBEDDED_CHAIN_FAILED, { method, reason: String(error.data ?? error.message) });
  }
}
