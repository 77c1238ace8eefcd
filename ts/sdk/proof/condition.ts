import { INVALID_CONDITION, STAT_NOT_PROVEN } from '../error/codes/library.js';
import type { ContextOf } from '../error/errors.js';
import { fail } from '../error/linesmanError.js';
import { checkValue } from '../format/checkOptions.js';
import { I32_MAX, I32_MIN, U32_MAX } from '../format/integer.js';
import type {
  Comparison,
  GeometricTarget,
  NDimensionalStrategy,
  StatPredicate,
  TraderPredicate,
} from '../format/strategy.js';
import { checkStrategy } from './evaluate.js';
import { COMPARISONS, isOperator, OPERATORS } from './signs.js';
import { CONDITION, type Condition, type ConditionPart } from './strategyForm.js';

/**
 * Parses a condition:
 *
 * ```text
 * condition  = part { "and" part }
 * part       = stat comparison integer
 *            | stat ("+" | "-") stat comparison integer
 *            | "distance" "(" stat ":" integer { "," stat ":" integer } ")" comparison integer
 * stat       = "k" key                     for example k1, the goals of participant 1
 * comparison = ">" | "<" | "=="            strict, as on chain
 * ```
 *
 * `distance` is the sum of |value − prediction| and may occur once. Errors: INVALID_CONDITION with the column,
 * from 1.
 *
 * @example
 * ```ts
 * import { parseCondition } from '@linesman/sdk/proof';
 *
 * const homeWins = parseCondition('k1 - k2 > 0 and k7 + k8 < 10');
 * ```
 */
export function parseCondition(text: string): Condition {
  return new Reader(text).condition();
}

/**
 * Lists the stat keys of a condition, each once, in order of appearance.
 *
 * @example
 * ```ts
 * import { keysOfCondition, parseCondition } from '@linesman/sdk/proof';
 *
 * keysOfCondition(parseCondition('k1 - k2 > 0')); // [1, 2]
 * ```
 */
export function keysOfCondition(condition: Condition): number[] {
  return [...new Set(condition.flatMap(keysOfPart))];
}

/**
 * Converts a condition to a strategy, which refers to stats by their index in `keys`. If a key is proven more than
 * once, its uses take its indices in turn. Errors: MISSING_OPTION and WRONG_OPTION for the condition; STAT_NOT_PROVEN
 * for a key missing from `keys`.
 *
 * @example
 * ```ts
 * import { parseCondition, strategyOf } from '@linesman/sdk/proof';
 *
 * const strategy = strategyOf(parseCondition('k1 > 0 and k1 < 4'), [1, 2]);
 * ```
 */
export function strategyOf(condition: Condition, keys: readonly number[]): NDimensionalStrategy {
  checkValue('strategyOf', 'condition', condition, CONDITION);
  const uses = new Map<number, number>();
  const place = (key: number): number => {
    const places = keys.flatMap((other, i) => (other === key ? [i] : []));
    const used = uses.get(key) ?? 0;
    uses.set(key, used + 1);
    return places[used] ?? places[0] ?? fail(STAT_NOT_PROVEN, { key, proven: keys });
  };
  const geometricTargets: GeometricTarget[] = [];
  const discretePredicates: StatPredicate[] = [];
  let distancePredicate: TraderPredicate | null = null;
  for (const part of condition) {
    const { predicate } = part;
    if (part.kind === 'stat') discretePredicates.push({ single: { index: place(part.key), predicate } });
    else if (part.kind === 'pair') {
      const op = OPERATORS[part.op];
      const indexA = place(part.keyA);
      discretePredicates.push({ binary: { indexA, indexB: place(part.keyB), op, predicate } });
    } else {
      distancePredicate = predicate;
      for (const { key, prediction } of part.targets) geometricTargets.push({ statIndex: place(key), prediction });
    }
  }
  return { geometricTargets, distancePredicate, discretePredicates };
}

/**
 * Like {@link strategyOf}, for the oracle program, which requires that a strategy uses every proven stat exactly once.
 * Errors: those of `strategyOf` and `checkStrategy`.
 *
 * @example
 * ```ts
 * import { coveringStrategyOf, parseCondition } from '@linesman/sdk/proof';
 *
 * const strategy = coveringStrategyOf(parseCondition('k1 - k2 > 0'), [1, 2]);
 * ```
 */
export function coveringStrategyOf(condition: Condition, keys: readonly number[]): NDimensionalStrategy {
  const strategy = strategyOf(condition, keys);
  checkStrategy(strategy, keys.length);
  return strategy;
}

function keysOfPart(part: ConditionPart): number[] {
  if (part.kind === 'stat') return [part.key];
  if (part.kind === 'pair') return [part.keyA, part.keyB];
  return part.targets.map(({ key }) => key);
}

interface Token {
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

/** A fault without text and column. The parser adds them. */
type Fault = Without<ContextOf<typeof INVALID_CONDITION>, 'text' | 'column'>;
type Without<U, K extends PropertyKey> = U extends unknown ? Omit<U, K> : never;

const TOKEN = /\s*(>=|<=|==|!=|&&|\|\||[<>=():,+-]|[a-z]+\d*|\d+|$|.)/giuy;

class Reader {
  private readonly tokens: Token[];
  private next = 0;

  constructor(private readonly text: string) {
    this.tokens = [...text.trimEnd().matchAll(TOKEN)].map((match) => {
      const [whole, token = ''] = match;
      return { text: token.toLowerCase(), column: match.index + whole.length - token.length + 1 };
    });
  }

  condition(): Condition {
    const parts = [this.part()];
    while (this.peek().text === 'and') {
      this.next++;
      const start = this.peek();
      const part = this.part();
      if (part.kind === 'distance' && parts.some(({ kind }) => kind === 'distance')) {
        this.wrong(start, { problem: 'second distance' });
      }
      parts.push(part);
    }
    const rest = this.peek();
    if (rest.text === 'or' || rest.text === '||') {
      this.wrong(rest, { problem: 'alternative', token: rest.text });
    }
    if (rest.text !== '') this.expected(rest, '"and" or the end');
    return parts;
  }

  private part(): ConditionPart {
    if (this.peek().text === 'distance') return this.distance();
    const first = this.peek();
    if (/^-|^\d/.test(first.text)) {
      this.wrong(first, { problem: 'no stat first', token: first.text });
    }
    const key = this.key();
    const { text } = this.peek();
    if (isOperator(text)) {
      this.next++;
      const keyB = this.key();
      const third = this.peek();
      if (isOperator(third.text)) {
        this.wrong(third, { problem: 'third stat' });
      }
      return { kind: 'pair', keyA: key, op: text, keyB, predicate: this.predicate(`k${key} ${text} k${keyB}`) };
    }
    return { kind: 'stat', key, predicate: this.predicate(`k${key}`) };
  }

  private distance(): ConditionPart {
    this.next++;
    this.take('(');
    const targets: { key: number; prediction: number }[] = [];
    do {
      const key = this.key();
      this.take(':');
      targets.push({ key, prediction: this.integer() });
    } while (this.accept(','));
    this.take(')');
    const start = this.tokens[this.next + 1] ?? this.peek();
    const predicate = this.predicate('distance(…)');
    // The program reads the threshold as unsigned: a negative one would become very large.
    if (predicate.threshold < 0) this.wrong(start, { problem: 'negative distance' });
    return { kind: 'distance', targets, predicate };
  }

  private predicate(left: string): TraderPredicate {
    const token = this.peek();
    this.next++;
    const comparison = this.comparison(token, left);
    const after = this.peek();
    if (/^k\d+$/.test(after.text)) {
      this.wrong(after, { problem: 'stat on the right', left, comparison: token.text, right: after.text });
    }
    return { threshold: this.integer(), comparison };
  }

  private comparison(token: Token, left: string): Comparison {
    switch (token.text) {
      case '>':
      case '<':
      case '==':
        return COMPARISONS[token.text];
      case '>=':
      case '<=':
        return this.wrong(token, { problem: 'not strict', left, comparison: token.text, bound: this.bound() });
      case '=':
        return this.wrong(token, { problem: 'single equals sign', left });
      case '!=':
        return this.wrong(token, { problem: 'not equal' });
      default:
        return this.expected(token, '>, < or ==');
    }
  }

  /** The integer that follows, if one does; for hints. */
  private bound(): bigint | undefined {
    const text = [this.tokens[this.next], this.tokens[this.next + 1]].map((token) => token?.text ?? '');
    const digits = text[0] === '-' ? text[1] : text[0];
    if (!digits || !/^\d+$/.test(digits)) return undefined;
    return text[0] === '-' ? -BigInt(digits) : BigInt(digits);
  }

  private key(): number {
    const token = this.peek();
    const digits = /^k(\d+)$/.exec(token.text)?.[1];
    if (digits === undefined) return this.expected(token, 'a stat such as k1');
    const key = Number(digits);
    if (key > U32_MAX) this.wrong(token, { problem: 'key too large', key: digits, maximum: U32_MAX });
    this.next++;
    return key;
  }

  private integer(): number {
    const first = this.peek();
    const negative = this.accept('-');
    const token = this.peek();
    if (!/^\d+$/.test(token.text)) return this.expected(token, 'an integer');
    this.next++;
    const value = negative ? -Number(token.text) : Number(token.text);
    if (value < I32_MIN || value > I32_MAX) {
      const written = `${negative ? '-' : ''}${token.text}`;
      this.wrong(first, { problem: 'value out of range', value: written, minimum: I32_MIN, maximum: I32_MAX });
    }
    return value === 0 ? 0 : value;
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { text: '', column: this.text.trimEnd().length + 1 };
  }

  private accept(text: string): boolean {
    if (this.peek().text !== text) return false;
    this.next++;
    return true;
  }

  private take(text: string): void {
    if (!this.accept(text)) this.expected(this.peek(), `"${text}"`);
  }

  private expected({ text: token, column }: Token, expected: string): never {
    return this.wrong({ column }, { problem: 'unexpected', token, expected });
  }

  private wrong({ column }: Pick<Token, 'column'>, fault: Fault): never {
    return fail(INVALID_CONDITION, { ...fault, text: this.text, column });
  }
}
