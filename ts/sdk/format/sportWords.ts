import { SPORTS } from './sports/sports.js';

/** `a, b or c`. */
export const alternatives = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ');

export const SPORT_WORDS = /* @__PURE__ */ alternatives(SPORTS);
