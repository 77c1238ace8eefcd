/** The treatment of a match when one of its score records is refused or missing. */
export interface IntakeRules {
  /**
   * `stop`: later records of the match are refused until the record arrives. `skip`: the refused record is left out,
   * and later ones are stored. `hold`: later records are kept, and stored once the record arrives. Default `stop`.
   */
  readonly onRefusal?: OnRefusal;
  /** A match may begin with any number up to this. Default 0. */
  readonly fromSeq?: number;
  /** Whether numbers may be missing anywhere. Default false. */
  readonly gaps?: boolean;
  /** Whether a total may differ from the sum of its parts. Default false. */
  readonly acceptSums?: boolean;
}

export const ON_REFUSAL = ['stop', 'skip', 'hold'] as const;
export type OnRefusal = (typeof ON_REFUSAL)[number];

/** Maximum number of refused records that are remembered individually. */
const MOST = 100_000;

/** The state of one sender: its rules, and its refused records. */
export class Intake {
  private readonly refused = new Set<string>();
  /** Refused records that could not be distinguished. */
  private unknown = 0;

  constructor(private readonly rules: IntakeRules) {}

  get acceptsSums(): boolean {
    return this.rules.acceptSums === true;
  }

  get holds(): boolean {
    return this.rules.onRefusal === 'hold';
  }

  /** Notes a refused record. `text` may be anything. */
  note(text: string): void {
    if (this.rules.onRefusal !== 'skip') return;
    const name = nameOf(text);
    if (name === undefined || this.refused.size >= MOST) this.unknown++;
    else this.refused.add(name);
  }

  /** Whether these numbers of a match may be skipped. `isFirst`: no record of the match is stored. */
  mayMiss(fixtureId: number, first: number, last: number, isFirst: boolean): boolean {
    const { gaps = false, fromSeq = 0, onRefusal } = this.rules;
    if (gaps || (isFirst && last < fromSeq)) return true;
    if (onRefusal !== 'skip' || last - first >= this.refused.size + this.unknown) return false;
    const seqs = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const unaccounted = seqs.filter((seq) => !this.refused.has(`${fixtureId}/${seq}`)).length;
    if (unaccounted > this.unknown) return false;
    this.unknown -= unaccounted;
    return true;
  }
}

/** Fixture and number of a score record that may be invalid. */
function nameOf(text: string): string | undefined {
  try {
    const { FixtureId, fixtureId = FixtureId, Seq, seq = Seq } = JSON.parse(text);
    return Number.isSafeInteger(fixtureId) && Number.isSafeInteger(seq) ? `${fixtureId}/${seq}` : undefined;
  } catch {
    return undefined;
  }
}
