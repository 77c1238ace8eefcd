import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import type { RootsChain } from '../../../ts/service/roots/publish/rootsChain.js';

/** The process is gone. */
export class Crash extends Error {
  constructor(readonly step: number) {
    super(`crash at step ${step}`);
  }
}

/**
 * A process that dies at one of its steps; each statement and each RPC call is a step. `before`: the step no longer
 * happens; `after`: it happens, but the process does not learn of it. Nothing happens afterwards.
 */
export class Mortal {
  private steps = 0;
  private isDead = false;

  constructor(
    private readonly dieAt: number,
    private readonly when: 'before' | 'after',
  ) {}

  get stepsTaken(): number {
    return this.steps;
  }

  private async step<T>(run: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Crash(this.dieAt);
    this.steps++;
    this.isDead = this.steps === this.dieAt;
    if (this.isDead && this.when === 'before') throw new Crash(this.dieAt);
    const result = await run();
    if (this.isDead) throw new Crash(this.dieAt);
    return result;
  }

  pool(inner: SqlPool): SqlPool {
    return {
      end: () => inner.end(),
      connect: async () => {
        const client = await inner.connect();
        return {
          query: (sql, parameters) => this.step(() => client.query(sql, parameters)),
          release: () => {
            // Like the server when a session breaks. Outside a transaction it only warns.
            if (this.isDead) void client.query('rollback', []).finally(() => client.release());
            else client.release();
          },
        };
      },
    };
  }

  chain(inner: RootsChain): RootsChain {
    return {
      readRoot: (...args) => this.step(() => inner.readRoot(...args)),
      keep: () => this.step(() => inner.keep()),
      readRoots: (...args) => this.step(() => inner.readRoots(...args)),
      insertRoot: (...args) => this.step(() => inner.insertRoot(...args)),
    };
  }
}
