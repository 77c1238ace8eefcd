import type { MatchPage, PublicMatch } from 'linesman/client';
import { askEarly } from './frame/early.js';
import { whatIsGiven } from './frame/given.js';
import { bestOf, LATEST_RESULTS, PROVEN_KEYS } from './pages/home/bestOf.js';

/**
 * Runs while the other scripts are on their way: asks for what the first page shows, so that on a slow line the answers
 * come with them, not after them. Each of these requests is sent only once (`tests/explorer/firstVisit.test.ts`).
 * Requests that this script cannot send are sent by the page.
 */
async function askAhead(): Promise<void> {
  const { service } = await whatIsGiven;
  // Settings of the visitor may name another service.
  if (typeof service !== 'string' || sessionStorage.length > 0) return;
  const base = new URL(service, document.baseURI).href.replace(/\/+$/, '');
  const query = new URLSearchParams(Object.entries(LATEST_RESULTS).map(([name, value]) => [name, `${value}`]));
  const page = (await askEarly(`${base}/api/public/matches?${query}`)) as MatchPage<PublicMatch> | null;
  const best = page && bestOf(page.matches, page.now);
  if (!best) return;
  const keys = new URLSearchParams({ statKeys: PROVEN_KEYS.join() });
  await askEarly(`${base}/api/public/scores/${best.fixtureId}/proof?${keys}`);
}

if (/^#?\/?(home)?$/.test(location.hash))
  // The page asks again, and says what is wrong.
  askAhead().catch(() => {});
