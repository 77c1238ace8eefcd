/** The shape of one entry of `answers.json`; README.md explains each field. */
export interface AnswerVector {
  name: string;
  class: string;
  about: string;
  /** The entry with the same proof: its instruction, sport, condition, roots and keys hold here. */
  of: string;
  /** JSON text. */
  answer: string;
  expect: { verdict: true } | { error: number };
}
