import { LinesmanError } from 'linesman/error';
import type { RecordTaker } from '../../data/ingest/index.js';
import { RECORD_FORMS, type RecordForm } from '../../data/record/index.js';

/** How many records were taken, accepted or repeated, in each form. */
export type FormsTaken = Record<RecordForm, number>;

export const noForms = (): FormsTaken =>
  Object.fromEntries(RECORD_FORMS.map((form) => [form, 0])) as Record<RecordForm, number>;

/** The taker, which also counts forms. */
export const countingForms = <T extends RecordTaker>(taker: T, forms: FormsTaken): T => ({
  ...taker,
  acceptAll: async (records, next) => {
    const results = await taker.acceptAll(records, next);
    // A service of an earlier version does not name the form.
    for (const result of results) if (!(result instanceof LinesmanError) && result.form) forms[result.form]++;
    return results;
  },
});
