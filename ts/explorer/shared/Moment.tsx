import { dayAndTime, utcMoment } from './time.js';

interface MomentProps {
  /** Unix ms. */
  readonly ms: number;
  /** Formats it in the visitor's time zone. */
  readonly text?: (ms: number) => string;
}

/** A time in the visitor's time zone, with UTC on hover. */
export const Moment = ({ ms, text = dayAndTime }: MomentProps) => (
  <time dateTime={new Date(ms).toISOString()} title={`${utcMoment(ms)} UTC`}>
    {text(ms)}
  </time>
);
