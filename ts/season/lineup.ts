/** The players of a side on the field, and the substitutes. */
export class Lineup {
  playing: readonly number[];
  bench: readonly number[];
  /** Players with a yellow card. */
  readonly booked = new Set<number>();
  substitutions = 0;

  constructor(squad: readonly number[], starters: number) {
    this.playing = squad.slice(0, starters);
    this.bench = squad.slice(starters);
  }

  /** A player leaves without a substitute. */
  leaves(player: number): void {
    this.playing = this.playing.filter((one) => one !== player);
  }

  /** A player replaces another, who may return if `mayReturn`. */
  replaces(comes: number, leaves: number, mayReturn = false): void {
    this.playing = this.playing.map((one) => (one === leaves ? comes : one));
    this.bench = [...this.bench.filter((one) => one !== comes), ...(mayReturn ? [leaves] : [])];
    this.substitutions += 1;
  }

  /** Corrects a substitution: a different player than the named one has come in. */
  wasInstead(comes: number, named: number): void {
    this.playing = this.playing.map((one) => (one === named ? comes : one));
    this.bench = [...this.bench.filter((one) => one !== comes), named];
  }
}
