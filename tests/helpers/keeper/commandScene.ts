import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyPair } from '../../../ts/linesman/program/index.js';
import { API_TOKEN } from './fakeService.js';
import { KeeperScene } from './keeperScene.js';

/** A scene whose commands find the API token and the payer's key in files. */
export class CommandScene {
  private readonly folder = mkdtempSync(join(tmpdir(), 'linesman-command-'));
  /** Signs and pays, with money of its own. */
  payer: KeyPair;

  private constructor(readonly scene: KeeperScene) {
    this.file('token', `${API_TOKEN}\n`);
    this.payer = this.newPayer();
  }

  static async start(): Promise<CommandScene> {
    return new CommandScene(await KeeperScene.start());
  }

  /** Starts afresh on the same chain, with another payer. */
  async reset(): Promise<void> {
    await this.scene.reset();
    this.payer = this.newPayer();
  }

  stop(): void {
    this.scene.service.stop();
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
    return ['--service', this.scene.service.baseUrl, '--api-token-file', join(this.folder, 'token')];
  }

  private newPayer(): KeyPair {
    const payer = this.scene.test.fundedKeypair();
    this.file('payer.json', JSON.stringify([...payer.secretKey]));
    return payer;
  }
}
