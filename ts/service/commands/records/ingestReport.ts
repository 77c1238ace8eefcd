import type { Terminal } from '@linesman/cli';
import { errorText, json, progressTo } from '@linesman/cli';
import { RECORD_FORMS, type RecordForm } from '@linesman/records';
import { type LinesmanError, terminalText } from '@linesman/sdk/error';
import type { StoredLine } from '../../data/ingest/recordTaker.js';
import type { FormCounts } from './countForms.js';
import type { FoundAround } from './recordsOfLine.js';

/** The position of a refused record: a line of the input, or a message of the stream. */
export type Place = { readonly line: number } | { readonly sequence: number; readonly subject: string };

export interface IngestCounts {
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  readonly held?: number;
}

/** Limit of different refusals that are remembered; of further ones the JSON document has only the number. */
const MAX_NAMED = 1_000;
/** The beginning of the sentence of a gap. */
const OWN_NUMBER = /^\$\.Seq is \d+; /;

/** Refusals that are equal. */
interface Refusal {
  /** The first one. */
  readonly first: object;
  readonly where: string;
  readonly text: string;
  count: number;
}

/** Reports refused records, equal ones once, progress, and the result. */
export class IngestReport {
  /** The first of equal refusals, and how many there are. */
  private readonly refusals = new Map<string, Refusal>();
  private readonly missing: object[] = [];
  private readonly waiting = new Set<number>();
  private readonly tell: ReturnType<typeof progressTo>;

  constructor(
    private readonly terminal: Terminal,
    /** `atOnce`: says the first of equal refusals as it occurs, because the input may not end. */
    private readonly options: { readonly json: boolean; readonly progress: boolean; readonly atOnce: boolean },
  ) {
    this.tell = progressTo(terminal, { isAsked: options.progress });
  }

  refused(place: Place, path: string, error: LinesmanError): void {
    const { number, name, message, hint, context } = error;
    const { faults } = context;
    // Those of a match that stands still differ in their own number only.
    const kind = JSON.stringify([number, path, message.replace(OWN_NUMBER, ''), faults]);
    const known = this.refusals.get(kind);
    if (known) {
      known.count++;
      return;
    }
    const where =
      'line' in place ? `line ${place.line}` : `message ${place.sequence} on ${terminalText(place.subject)}`;
    const text = `, ${terminalText(path)}: ${errorText(error)}`;
    const first = { ...place, path, number, name, message, hint, ...(Array.isArray(faults) && { faults }) };
    const isNamed = this.refusals.size < MAX_NAMED;
    if (isNamed) this.refusals.set(kind, { first, where, text, count: 1 });
    if (!isNamed || this.options.atOnce) this.say(`${where}${text}`);
  }

  /** Says the refusals, or how many came after those that were said. */
  refusalsSoFar(): void {
    for (const { where, text, count } of this.refusals.values())
      if (count > 1) this.say(`${where} and ${count - 1} more${text}`);
      else if (!this.options.atOnce) this.say(`${where}${text}`);
  }

  /** Reports at once which records were skipped, and which match waits for a record. */
  taken({ status, missing, record: { fixtureId, seq } }: StoredLine): void {
    if (missing) {
      const { first, last } = missing;
      if (this.missing.length < MAX_NAMED) this.missing.push({ fixtureId, first, last });
      const which = first === last ? `record ${first} is` : `records ${first} to ${last} are`;
      this.say(`fixture ${fixtureId}: ${which} missing, and cannot be proven\n`);
    }
    if (status !== 'held' || this.waiting.has(fixtureId)) return;
    this.waiting.add(fixtureId);
    this.say(`fixture ${fixtureId}: record ${seq} and later ones are held until the earlier ones arrive\n`);
  }

  private say(text: string): void {
    if (!this.options.json) this.terminal.err(text);
  }

  progress(counts: IngestCounts, reached: string): void {
    this.tell(() => `${reached}: ${summary(counts)}`);
  }

  result(counts: IngestCounts, { forms, unfit }: FormCounts, around: FoundAround, isStopped: boolean): void {
    const refusals = [...this.refusals.values()];
    const { accepted, repeated, refused, held = 0, ...more } = counts;
    if (this.options.json) {
      const refusalsLeftOut = refused - refusals.reduce((sum, { count }) => sum + count, 0);
      const document = {
        accepted,
        repeated,
        refused,
        ...more,
        held,
        missing: this.missing,
        forms,
        unfit: Object.fromEntries(unfit),
        unwrapped: Object.fromEntries(around.unwrapped),
        heartbeats: around.heartbeats,
        stopped: isStopped,
        refusals: refusals.map(({ first, count }) => ({ ...first, count })),
        refusalsLeftOut,
      };
      this.terminal.out(json(document));
    } else this.terminal.out(`${summary(counts)}\n${formsText(forms)}${unfitText(unfit)}${aroundText(around)}`);
  }
}

const summary = ({ accepted, repeated, refused, held = 0 }: IngestCounts): string =>
  `${accepted} accepted, ${repeated} repeated, ${refused} refused${held > 0 ? `, ${held} held` : ''}`;

const FORM_TEXTS: Readonly<Record<RecordForm, string>> = {
  documented: 'documented',
  historical: 'documented, of intervals',
  observed: 'observed',
  either: 'the same in both',
};

/** Nothing if all records have the documented form. */
function formsText(forms: FormCounts['forms']): string {
  if (forms.observed + forms.historical === 0) return '';
  const parts = RECORD_FORMS.filter((form) => forms[form] > 0).map((form) => `${forms[form]} ${FORM_TEXTS[form]}`);
  return `forms: ${parts.join('; ')}\n`;
}

/** Maximum number of paths named in the text; the document has all of them. */
const MAX_PLACES = 5;

/** Nothing if all known fields fit the interface description. */
function unfitText(unfit: FormCounts['unfit']): string {
  if (unfit.size === 0) return '';
  const most = [...unfit].sort(([, a], [, b]) => b - a);
  const parts = most.slice(0, MAX_PLACES).map(([place, count]) => `${count} ${terminalText(place)}`);
  const more = most.length > MAX_PLACES ? `; ${most.length - MAX_PLACES} other fields` : '';
  return `kept as sent, omitted from the described format: ${parts.join('; ')}${more}\n`;
}

/** Nothing if the records were not wrapped. */
function aroundText({ unwrapped, heartbeats }: FoundAround): string {
  if (unwrapped.size === 0) return '';
  const parts = [...unwrapped].map(([field, count]) => `${count} records in the field ${terminalText(field)}`);
  return `wrapped: ${parts.join('; ')}${heartbeats > 0 ? `; ${heartbeats} heartbeats skipped` : ''}\n`;
}
