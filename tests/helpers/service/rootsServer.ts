import { createServer } from 'node:http';
import { bytesToHex, hexToBytes, type Root, rootOf } from '../../../ts/linesman/format/index.js';
import type { BatchKey } from '../../../ts/service/data/store/index.js';
import type { RootsChain } from '../../../ts/service/roots/publish/index.js';
import { type Loopback, listenOnLoopback } from '../loopback.js';

export interface RootsInsert {
  /** `kind/slotStart`. */
  readonly slot: string;
  /** Hex. */
  readonly root: string;
  /** The sender. */
  readonly holder: string;
}

/** Roots as the oracle program keeps them, written once, for publishers in other processes. */
export class RootsServer {
  readonly roots = new Map<string, string>();
  readonly inserts: RootsInsert[] = [];
  /** Receives the next insert instead of answering its sender. */
  hold: ((insert: RootsInsert) => void) | null = null;

  private constructor(private readonly loopback: Loopback) {}

  static async start(): Promise<RootsServer> {
    const server = createServer((request, response) => {
      const slot = (request.url ?? '').slice(1);
      if (request.method === 'GET') return void response.end(roots.roots.get(slot) ?? '');
      let root = '';
      request.on('data', (chunk) => {
        root += chunk;
      });
      request.on('end', () => {
        const insert = { slot, root, holder: String(request.headers['x-holder']) };
        roots.inserts.push(insert);
        if (!roots.roots.has(slot)) roots.roots.set(slot, root);
        const { hold } = roots;
        roots.hold = null;
        if (hold) return hold(insert);
        response.statusCode = roots.roots.get(slot) === root ? 200 : 409;
        response.end();
      });
    });
    const roots = new RootsServer(await listenOnLoopback(server));
    return roots;
  }

  get url(): string {
    return this.loopback.url;
  }

  /** The next insert is written but not answered. */
  holdNext(): Promise<RootsInsert> {
    return new Promise((resolve) => {
      this.hold = resolve;
    });
  }

  stop(): Promise<void> {
    return this.loopback.stop();
  }
}

/** The chain port of a `RootsServer`. */
export function httpRootsChain(url: string, holder: string): RootsChain {
  const readRoot = async ({ kind, slotStart }: BatchKey): Promise<Root | null> => {
    const text = await (await fetch(`${url}/${kind}/${slotStart}`)).text();
    return text === '' ? null : rootOf(hexToBytes(text));
  };
  return {
    readRoot,
    readRoots: (keys) => Promise.all(keys.map(readRoot)),
    keep: async () => {},
    insertRoot: async ({ kind, slotStart }, root) => {
      const options = { method: 'POST', body: bytesToHex(root), headers: { 'x-holder': holder } };
      const { status } = await fetch(`${url}/${kind}/${slotStart}`, options);
      if (status !== 200) throw new Error(`another root is there (${status})`);
    },
  };
}
