/** One fault of a record, for reports and API responses. */
export interface RecordFault {
  readonly path: string;
  readonly message: string;
}

/** Context of a record with several faults. The first one decides the error number. */
export interface RecordFaults {
  /** Path of the first fault. */
  readonly path: string;
  readonly faults: readonly RecordFault[];
  /** Whether the list is incomplete. */
  readonly areMore: boolean;
}

/** Maximum length that the other faults add to the sentence about the first. */
const ROOM = 600;

/** Names the first fault, then as many of the others as fit. */
export function faultsText({ faults: [first, ...rest], areMore }: RecordFaults): string {
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
