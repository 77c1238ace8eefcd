import type { ComponentType } from 'preact';
import type { PageProps } from '../frame/pageProps.js';
import HomePage from '../pages/home/HomePage.js';

/** A page. README.md says how one is added. */
export interface Page {
  /** First part of its address: `#/proof`. */
  readonly name: string;
  readonly title: string;
  /**
   * Title of the view for the part after the name, on pages where each part is a separate view, such as a market. Such
   * a view starts at the top. On other pages the part only chooses something on the page.
   */
  readonly viewOf?: (part: string) => string;
  /** Whether the navigation has a link to it. */
  readonly isListed: boolean;
  /** Loads its code, on the first visit to the page; the first page has it at once. */
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** In the order of the navigation. Visitors arrive at the first one. */
export const PAGES: readonly Page[] = [
  { name: 'home', title: 'Home', isListed: true, load: async () => ({ default: HomePage }) },
  { name: 'matches', title: 'Matches', isListed: true, load: () => import('../pages/matches/MatchesPage.js') },
  {
    name: 'match',
    title: 'Match',
    viewOf: (fixture) => `Match ${fixture}`,
    isListed: false,
    load: () => import('../pages/match/MatchPage.js'),
  },
  {
    name: 'markets',
    title: 'Markets',
    viewOf: (part) => (part === 'new' ? 'Make a market' : `Market ${part}`),
    isListed: true,
    load: () => import('../pages/markets/MarketsPage.js'),
  },
  { name: 'proof', title: 'Proof', isListed: true, load: () => import('../pages/proof/ProofPage.js') },
  { name: 'roots', title: 'Roots', isListed: true, load: () => import('../pages/roots/RootsPage.js') },
  { name: 'wallet', title: 'Wallet', isListed: true, load: () => import('../pages/wallet/WalletPage.js') },
  { name: 'status', title: 'Status', isListed: true, load: () => import('../pages/status/StatusPage.js') },
  {
    name: 'transaction',
    title: 'Transaction',
    viewOf: (signature) => `Transaction ${signature}`,
    isListed: false,
    load: () => import('../pages/chain/TransactionPage.js'),
  },
  {
    name: 'account',
    title: 'Account',
    viewOf: (address) => `Account ${address}`,
    isListed: false,
    load: () => import('../pages/chain/AccountPage.js'),
  },
  { name: 'search', title: 'Search', isListed: false, load: () => import('../pages/search/SearchPage.js') },
  { name: 'settings', title: 'Settings', isListed: true, load: () => import('../pages/settings/SettingsPage.js') },
];
