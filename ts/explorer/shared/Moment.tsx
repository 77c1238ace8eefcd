import { dayAndTime, utcMoment } from './time.js';

interface MomentProps {
  /** Unix ms. */
  readonly ms: number;
  /** Writes it in the time of whoever looks. */
  readonly text?: (ms: number) => string;
}

/** A time where the visitor is; what it is in UTC comes with the pointer. */
export const Moment = ({ ms, text = dayAndTime }: MomentProps) => (
  <time dateTime={new Date(ms).toISOString()} title={`${utcMoment(ms)} UTC`}>
    {text(ms)}
  </time>
);
