import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import type { TestChain } from '../settlement/chain.js';
import { API_TOKEN, type FakeService } from './fakeService.js';

/** The files that commands read: the API token, and the key of a payer with its own money. */
export class Commands {
  private readonly folder = mkdtempSync(join(tmpdir(), 'linesman-command-'));
  payer: KeyPair;

  constructor(private readonly world: { readonly chain: TestChain; readonly service: FakeService }) {
    this.file('token', `${API_TOKEN}\n`);
    this.payer = this.newPayer();
  }

  renewPayer(): void {
    this.payer = this.newPayer();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes a file that only its owner may read. Returns its path. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  /** The options that name the payer. */
  get signing(): string[] {
    return ['--keypair', join(this.folder, 'payer.json')];
  }

  /** The options that name the service. */
  get asking(): string[] {
    return ['--service', this.world.service.baseUrl, '--api-token-file', join(this.folder, 'token')];
  }

  private newPayer(): KeyPair {
    const payer = this.world.chain.fundedKeypair();
    this.file('payer.json', JSON.stringify([...payer.secretKey]));
    return payer;
  }
}
