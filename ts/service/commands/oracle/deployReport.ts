import { type Row, rows } from '@linesman/cli';
import { solText } from '@linesman/keeper/internal/commands/wallet/lamports';
import { type Address, UPGRADEABLE_LOADER_ID } from '@linesman/sdk/program';
import { costOf, type NewAccount, type PayerCost, type SetUpStep } from '../../roots/chain/setUpStep.js';

/** A plan, with the known facts about its payers. */
export interface DeployReport {
  readonly steps: readonly SetUpStep[];
  /** Lamports of each payer before the deployment. */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** The minimum that a payer must keep: the rent of an account without data. */
  readonly least: bigint;
  /** The name of the key behind an address, if that key does not exist yet. */
  readonly unknown: ReadonlyMap<Address, string>;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const totalOf = ({ fees, rent, returned }: Omit<PayerCost, 'payer' | 'needed'>): bigint => fees + rent - returned;

/** Lamports sent to a buffer by others may exceed the cost of the deployment. */
const sol = (lamports: bigint): string =>
  `${lamports < 0n ? '-' : ''}${solText(lamports < 0n ? -lamports : lamports)} SOL`;

/** All payers together. */
function costs(steps: readonly SetUpStep[]): Omit<PayerCost, 'payer' | 'needed'> {
  const all = costOf(steps);
  return {
    fees: sum(all.map(({ fees }) => fees)),
    rent: sum(all.map(({ rent }) => rent)),
    returned: sum(all.map(({ returned }) => returned)),
  };
}

/** The plan for programs. Amounts are lamports, as texts. */
export function planJson({ steps, balances, least, unknown }: DeployReport): object {
  const known = (address: Address): Address | null => (unknown.has(address) ? null : address);
  const moneyOf = (cost: Omit<PayerCost, 'payer' | 'needed'>) => ({
    fees: String(cost.fees),
    rent: String(cost.rent),
    returned: String(cost.returned),
    total: String(totalOf(cost)),
  });
  return {
    transactions: steps.flatMap(({ name, payer, signers, transactions }) =>
      transactions.map(({ what, size, fee }) => ({
        step: name,
        what,
        payer: known(payer.address),
        signers: [payer, ...signers].map(({ address }) => known(address)),
        bytes: size,
        fee: String(fee),
      })),
    ),
    accounts: steps.flatMap(({ creates }) =>
      creates.map(({ name, address, owner, size, rent, authority, comesBack }) => ({
        name,
        address: known(address),
        owner,
        bytes: size,
        rent: String(rent),
        authority: authority && known(authority),
        comesBack,
      })),
    ),
    cost: moneyOf(costs(steps)),
    payers: costOf(steps).map((cost) => ({
      payer: known(cost.payer),
      ...moneyOf(cost),
      needed: String(cost.needed + least),
      balance: String(balances.get(cost.payer) ?? 0n),
    })),
  };
}

/** The plan for people: accounts, transactions in order, cost. Empty if nothing is left to do. */
export function planText(report: DeployReport): string {
  const { steps } = report;
  if (steps.every(({ transactions }) => transactions.length === 0)) return '';
  const parts: Row[][] = [accountRows(report), transactionRows(report), costRows(report)];
  return parts.map((part) => `\n${rows(part)}`).join('');
}

const shown = (address: Address, unknown: DeployReport['unknown']): string => {
  const from = unknown.get(address);
  return from === undefined ? address : `(new, with ${from})`;
};

const accountRows = ({ steps, unknown }: DeployReport): Row[] =>
  steps.flatMap(({ creates }) =>
    creates.flatMap((account): Row[] => [
      [account.name, `${shown(account.address, unknown)}, ${account.size} bytes of ${ownerText(account)}`],
      ...(account.authority ? [['', `authority ${shown(account.authority, unknown)}`] as const] : []),
      ['', `rent ${sol(account.rent)}${account.comesBack === null ? '' : `, comes back ${account.comesBack}`}`],
    ]),
  );

const ownerText = ({ owner }: NewAccount): string =>
  owner === UPGRADEABLE_LOADER_ID ? 'the upgradeable loader' : owner;

/** Transactions of one step, which need no order, share a line. */
function transactionRows({ steps, unknown }: DeployReport): Row[] {
  const list: Row[] = [];
  let before = 0;
  for (const { what: doing, payer, signers, transactions } of steps) {
    const [first] = transactions;
    if (!first) continue;
    const last = before + transactions.length;
    const fee = `fee ${sol(sum(transactions.map((one) => one.fee)))}`;
    const bytes = Math.max(...transactions.map(({ size }) => size));
    list.push(
      transactions.length === 1
        ? [`transaction ${last}`, `${first.what}; ${bytes} bytes, ${fee}`]
        : [`transactions ${before + 1}–${last}`, `${doing}; up to ${bytes} bytes each, together ${fee}`],
      ['', `signed by ${[payer, ...signers].map(({ address }) => shown(address, unknown)).join(' and ')}`],
    );
    before = last;
  }
  return list;
}

function costRows({ steps, balances, least, unknown }: DeployReport): Row[] {
  const all = costs(steps);
  const back = all.returned === 0n ? '' : `, of which ${sol(all.returned)} come back on the way`;
  return [
    ['rent', `${sol(all.rent)}${back}`],
    ['fees', sol(all.fees)],
    ['total', sol(totalOf(all))],
    ...costOf(steps).map((cost): Row => {
      const has = sol(balances.get(cost.payer) ?? 0n);
      const needs = `needs ${sol(cost.needed + least)}, spends ${sol(totalOf(cost))}`;
      return ['payer', `${shown(cost.payer, unknown)} ${needs}, has ${has}`];
    }),
  ];
}
