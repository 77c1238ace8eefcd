import type { Faults } from './faults.js';
import { forEver } from './virtualWorld.js';

/** Parts of a store that are reached like the store itself. */
const PARTS: readonly string[] = ['records', 'keptRecords', 'matches', 'batches', 'days', 'leases', 'subscriptions'];

/** A process of the service, from one start to its end. */
export class Process {
  private state: 'runs' | 'killed' | 'ended' = 'runs';
  /** Until when it does not reach a store or a node, virtual ms. */
  private readonly cut = new Map<Faults, number>();

  /** @param onTrespass Called when it calls another part after its end. */
  constructor(
    readonly name: string,
    private readonly onTrespass: (what: string) => void,
  ) {}

  get isRunning(): boolean {
    return this.state === 'runs';
  }

  /** `kill -9`: its calls that have arrived are done, and nothing that comes after an answer. */
  kill(): void {
    if (this.state === 'runs') this.state = 'killed';
  }

  /** It says that it has ended, and must not act again. */
  end(): void {
    if (this.state === 'runs') this.state = 'ended';
  }

  /** It alone does not reach a store or a node for ms. */
  cutOff(from: Faults, ms: number): void {
    this.cut.set(from, performance.now() + ms);
  }

  /** Another part of the world as this process reaches it. Methods in `direct` are answered on the spot. */
  reach<T extends object>(port: T, faults: Faults, direct: readonly string[] = []): T {
    return new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof key === 'symbol' || direct.includes(key)) return value;
        if (PARTS.includes(key)) return this.reach(value as object, faults);
        if (typeof value !== 'function') return value;
        const answer = (given: unknown[]) => (value as (...all: unknown[]) => unknown).apply(target, given);
        if (value.constructor.name === 'AsyncGeneratorFunction')
          return (...given: unknown[]) => this.pages(key, faults, answer(given) as AsyncGenerator<unknown>);
        return (...given: unknown[]) => this.call(key, faults, async () => answer(given));
      },
    });
  }

  /** Each page is a call of its own. */
  private async *pages<T>(name: string, faults: Faults, pages: AsyncGenerator<T>): AsyncGenerator<T, void> {
    for (;;) {
      const { done, value } = await this.call(name, faults, () => pages.next());
      if (done) return;
      yield value;
    }
  }

  private async call<T>(name: string, faults: Faults, work: () => Promise<T>): Promise<T> {
    if (this.state === 'killed') return forEver();
    if (this.state === 'ended') this.onTrespass(`${this.name} calls ${name} after its end`);
    try {
      if (faults.isWithin(this.cut.get(faults) ?? 0)) await faults.refuse();
      const result = await faults.around(() => (this.state === 'killed' ? forEver() : work()));
      return this.isGone() ? await forEver() : result;
    } catch (error) {
      if (this.isGone()) return forEver();
      throw error;
    }
  }

  /** Read again, because it may have been killed meanwhile. */
  private isGone(): boolean {
    return this.state === 'killed';
  }
}
