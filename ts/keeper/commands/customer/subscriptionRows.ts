import type { Client, SubscribedPeriod, Subscription } from 'linesman/client';
import { LinesmanError } from 'linesman/error';

/** The subscriptions of the token's wallet; `null` if the service cannot list them, although the token is valid. */
export async function subscriptionOf({ account }: Pick<Client, 'account'>): Promise<Subscription | null> {
  try {
    return await account.subscription();
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}

/** One readable row per period. */
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
