import { RECORD_FORMS, type RecordForm } from '@linesman/records';
import { LinesmanError } from '@linesman/sdk/error';
import type { RecordTaker, StoredLine } from '../../data/ingest/recordTaker.js';

/** The forms in which records were taken. */
export interface FormCounts {
  /** The number of accepted or repeated records in each form. */
  readonly forms: Record<RecordForm, number>;
  /** How many times a known field was left out of the described wire because it does not fit, by its path. */
  readonly unfit: Map<string, number>;
}

export const noForms = (): FormCounts => ({
  forms: Object.fromEntries(RECORD_FORMS.map((form) => [form, 0])) as Record<RecordForm, number>,
  unfit: new Map(),
});

/** A taker that also counts the forms of the records and passes them on. */
export const countingForms = <T extends RecordTaker>(
  taker: T,
  { forms, unfit }: FormCounts,
  onStored: (stored: StoredLine) => void,
): T => ({
  ...taker,
  acceptAll: async (...given) => {
    const results = await taker.acceptAll(...given);
    // A service of an earlier version does not name the form.
    for (const result of results) {
      if (result instanceof LinesmanError) continue;
      onStored(result);
      if (result.form) forms[result.form]++;
      for (const place of result.unfit ?? []) unfit.set(place, (unfit.get(place) ?? 0) + 1);
    }
    return results;
  },
});
