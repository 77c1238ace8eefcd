import type { Client, SubscribedPeriod, Subscription } from 'linesman/client';
import { LinesmanError } from 'linesman/error';

/** What the token's wallet has bought; `null` if the service cannot tell: the token is valid all the same. */
export async function subscriptionOf({ account }: Pick<Client, 'account'>): Promise<Subscription | null> {
  try {
    return await account.subscription();
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}

/** One row for each period, in words. */
export const subscriptionRows = ({ periods, now }: Subscription): [string, string][] =>
  periods.map((period) => {
    const { level, from, until, markets } = period;
    const time = `${from > now ? `from ${dateOf(from)} ` : ''}until ${dateOf(until)}`;
    const what = [intervalText(period), leaguesText(period), ...(markets ? [markets.join(', ')] : [])];
    return [`level ${level}`, [time, ...what].join('; ')];
  });

const intervalText = ({ samplingSeconds }: SubscribedPeriod): string =>
  samplingSeconds === 0 ? 'real time' : `every ${samplingSeconds} s`;

const leaguesText = ({ leagues }: SubscribedPeriod): string =>
  leagues === null ? 'all leagues' : `leagues ${leagues.join(', ')}`;

const dateOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
