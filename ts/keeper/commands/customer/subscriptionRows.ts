import type { Client, SubscribedPeriod, Subscription } from '@linesman/sdk/client';
import { LinesmanError } from '@linesman/sdk/error';

/** The subscriptions of the token's wallet; `null` if the service cannot list them, although the token is valid. */
export async function subscriptionOf({ account }: Pick<Client, 'account'>): Promise<Subscription | null> {
  try {
    return await account.subscription();
  } catch (error) {
    if (error instanceof LinesmanError) return null;
    throw error;
  }
}

/** One readable row per period: the level in words, its end, the leagues by name. */
export const subscriptionRows = ({ periods, now, leagueNames }: Subscription): [string, string][] =>
  periods.map((period) => {
    const { level, from, until, markets } = period;
    const left = until <= now ? 'ended' : daysLeft(until - now);
    const time = `${from > now ? `from ${dateOf(from)} ` : ''}until ${dateOf(until)} (${left})`;
    const what = [levelText(period), leaguesText(period, leagueNames), ...(markets ? [markets.join(', ')] : [])];
    return [`level ${level}`, [time, ...what].join('; ')];
  });

/** How soon the level shows odds: in real time, or at an interval. */
const levelText = ({ samplingSeconds }: SubscribedPeriod): string =>
  samplingSeconds === 0 ? 'real time' : `odds every ${samplingSeconds} s`;

function leaguesText({ leagues, leagueBundle }: SubscribedPeriod, names: Subscription['leagueNames']): string {
  if (leagues === null) return 'all leagues';
  const count = leagues.length === 1 ? '1 league' : `${leagues.length} leagues`;
  const chosen = leagueBundle === null ? ' of your choice' : '';
  const named = leagues.map((id) => [id, ...names.filter((one) => one.id === id).map(({ name }) => name)].join(' '));
  return `${count}${chosen}: ${named.join(', ')}`;
}

const DAY = 86_400_000;

function daysLeft(left: number): string {
  const days = Math.floor(left / DAY);
  if (days === 0) return 'less than a day left';
  return days === 1 ? '1 day left' : `${days} days left`;
}

const dateOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
