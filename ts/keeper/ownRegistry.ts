import { Registry } from 'prom-client';

/** Metrics in a separate registry. */
export class OwnRegistry {
  readonly registry = new Registry();
  protected readonly in = { registers: [this.registry] };

  /** The metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
