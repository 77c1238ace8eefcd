import type { PublicEntry } from '../answer/results.js';

/** The pictures that were asked for last, each of what a match was like then. */
export class NewestPictures {
  private readonly kept = new Map<string, Buffer>();

  constructor(private readonly most: number) {}

  /** The picture of a match as it is now. */
  of(match: PublicEntry | undefined, draw: () => Buffer): Buffer {
    const key = JSON.stringify(match ?? null);
    const picture = this.kept.get(key) ?? draw();
    // A map keeps the order in which its keys came.
    this.kept.delete(key);
    this.kept.set(key, picture);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
    return picture;
  }
}
