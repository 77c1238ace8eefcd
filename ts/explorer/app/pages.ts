import type { ComponentType } from 'preact';
import type { PageProps } from '../frame/pageProps.js';

/** A page. README.md says how one is added. */
export interface Page {
  /** First part of its address: `#/proof`. */
  readonly name: string;
  readonly title: string;
  /** Whether the navigation has a link to it. */
  readonly isListed: boolean;
  /** Its code is loaded when somebody goes there. */
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** In the order of the navigation. The first one is where a visitor arrives. */
export const PAGES: readonly Page[] = [
  { name: 'proof', title: 'Proof', isListed: true, load: () => import('../pages/proof/ProofPage.js') },
  { name: 'matches', title: 'Matches', isListed: true, load: () => import('../pages/matches/MatchesPage.js') },
  { name: 'match', title: 'Match', isListed: false, load: () => import('../pages/match/MatchPage.js') },
  { name: 'markets', title: 'Markets', isListed: true, load: () => import('../pages/markets/MarketsPage.js') },
  { name: 'roots', title: 'Roots', isListed: true, load: () => import('../pages/roots/RootsPage.js') },
  { name: 'wallet', title: 'Wallet', isListed: true, load: () => import('../pages/wallet/WalletPage.js') },
  { name: 'status', title: 'Status', isListed: true, load: () => import('../pages/status/StatusPage.js') },
  { name: 'settings', title: 'Settings', isListed: true, load: () => import('../pages/settings/SettingsPage.js') },
];
