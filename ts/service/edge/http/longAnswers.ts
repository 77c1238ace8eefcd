import type { Readable } from 'node:stream';
import { errorOf, fail, NOT_IN_TIME, TOO_MANY_LONG_ANSWERS } from '@linesman/sdk/error';

/** Limits of answers in several pieces. */
export interface LongAnswerLimits {
  /** At once, for a wallet over all its tokens, or an address without one. Default 4, as many as an attester reads. */
  readonly longAnswersPerCaller: number;
  /**
   * At once, for all callers. Default 32: each holds some pages and pieces, about 1 MB, and has every 32nd turn.
   */
  readonly longAnswers: number;
  /** ms for an answer. Default 600,000: a slot of a million records at 1 MB a second. */
  readonly longAnswerTime: number;
}

export const LONG_ANSWER_LIMITS: LongAnswerLimits = {
  longAnswersPerCaller: 4,
  longAnswers: 32,
  longAnswerTime: 600_000,
};

/** The answers in several pieces that are being written. */
export class LongAnswers {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: LongAnswerLimits) {}

  /** Takes a place for an answer. Returns a function that gives it back. Errors: TOO_MANY_LONG_ANSWERS. */
  take(caller: string): () => void {
    const { longAnswersPerCaller, longAnswers } = this.limits;
    const own = this.open.get(caller) ?? 0;
    if (own >= longAnswersPerCaller) fail(TOO_MANY_LONG_ANSWERS, { limit: longAnswersPerCaller });
    if (this.all >= longAnswers) fail(TOO_MANY_LONG_ANSWERS, { limit: longAnswers, isOfAll: true });
    this.open.set(caller, own + 1);
    this.all++;
    return () => {
      const rest = (this.open.get(caller) ?? 1) - 1;
      if (rest === 0) this.open.delete(caller);
      else this.open.set(caller, rest);
      this.all--;
    };
  }

  /** Gives the place back when the stream closes, and destroys a stream that takes too long. */
  bound(stream: Readable, leave: () => void): void {
    const timer = setTimeout(() => stream.destroy(errorOf(NOT_IN_TIME)), this.limits.longAnswerTime).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      leave();
    });
  }
}
