/** One thing that is wrong with a record, as reports list it and as services answer it. */
export interface RecordFault {
  readonly path: string;
  readonly message: string;
}

/** The context of a record with several faults, the first of which gives the error its code. */
export interface RecordFaults {
  /** Of the first. */
  readonly path: string;
  readonly faults: readonly RecordFault[];
  /** Whether there are more than are listed. */
  readonly areMore: boolean;
}

/** Characters that the others may add to the sentence about the first. */
const ROOM = 600;

/** The sentence about the first fault, and as many of the others as there is room for. */
export function faultsTold({ faults: [first, ...rest], areMore }: RecordFaults): string {
  let text = 'Also:';
  let shown = 0;
  for (const { message } of rest) {
    if (text.length + message.length > ROOM) break;
    text += ` ${message}`;
    shown++;
  }
  const left = rest.length - shown;
  if (left > 0 || areMore) text += ` And ${left === 0 ? 'more' : `${left}${areMore ? ' or more' : ''} others`}.`;
  return `${first?.message} ${text}`;
}
