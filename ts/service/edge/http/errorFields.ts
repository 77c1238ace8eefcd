/** Frames of a stack that tell where an error comes from. Those of Node differ with what had to be waited for. */
const PLACE = 3;
/** Number of different places that are remembered. */
const STACKS = 1_000;

/**
 * What a log has of an error: its message, that of its cause, and its stack; each stack only once, because a database
 * that is down fails every request in the same place.
 */
export function errorFieldsOnce(): (error: Error) => { message: string; cause?: string; stack?: string } {
  const seen = new Set<string>();
  return ({ message, stack: whole, cause }) => {
    // The message may differ each time, where it comes from does not.
    const stack = /^ {4}at .*/ms.exec(whole ?? '')?.[0].trim() ?? '';
    const frames = stack.split('\n').filter((frame) => !frame.includes('(node:'));
    const place = frames.slice(0, PLACE).join();
    const isNew = !seen.has(place) && seen.size < STACKS;
    if (isNew) seen.add(place);
    return { message, ...(cause instanceof Error && { cause: cause.message }), ...(isNew && { stack }) };
  };
}
