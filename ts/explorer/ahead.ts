import type { MatchPage, PublicMatch } from '@linesman/sdk/client';
import { askEarly } from './frame/early.js';
import { whatIsGiven } from './frame/given.js';
import { bestOf, LATEST_RESULTS, PROVEN_KEYS } from './pages/home/bestOf.js';

/**
 * Runs while the other scripts are on their way: requests the data of the first page, so that on a slow line the
 * answers arrive with those scripts, not after them. Each of these requests is sent only once
 * (`tests/explorer/firstVisit.test.ts`). Requests that this script cannot send are sent by the page.
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
  // The page repeats the request, and reports the error.
  askAhead().catch(() => {});
