import type { DemoResult } from './play.js';
import { DECIMALS } from './play.js';
import type { Step } from './stage.js';

/** Base units formatted as tokens. */
export function tokens(amount: bigint): string {
  const unit = 10n ** BigInt(DECIMALS);
  const fraction = (amount % unit).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return fraction === '' ? `${amount / unit}` : `${amount / unit}.${fraction}`;
}

/** A step in three lines: its name, its cost, and all balances afterwards. */
export function stepText(step: Step, number: number): string {
  const { name, time, transactions, bytes, computeUnits, error, balances } = step;
  const clock = new Date(time * 1000).toISOString().replace('T', ' ').slice(0, 16);
  const most = transactions > 1 ? `${transactions} transactions, at most ` : '';
  const cost = bytes === null ? 'no transaction' : `${most}${bytes} bytes, ${computeUnits} compute units`;
  const purse = Object.entries(balances).map(([holder, amount]) => `${holder} ${tokens(amount)}`);
  return [
    `${`${number}.`.padEnd(4)}${name}`,
    ...(error ? [`    refused: ${error.number} ${error.name}. ${error.message}`] : []),
    `    ${clock} UTC, ${cost}`,
    `    ${purse.join(', ')}`,
    '',
  ].join('\n');
}

export function resultText({ winner, paid, market }: DemoResult): string {
  const who = winner === 'ann' ? 'Ann' : 'Ben';
  return `${who} was paid ${tokens(paid)} tokens by market ${market}.\n`;
}
