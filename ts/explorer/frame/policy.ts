import type { Settings } from './settings.js';

/**
 * From now on this page can reach only its own origin, its service and its node. A policy that is added to the head
 * holds until the page ends. The policy in the HTML cannot name the service and the node, because visitors may choose
 * both on the page.
 */
export function narrowPolicy({ service, rpc }: Pick<Settings, 'service' | 'rpc'>): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  const others = [service, rpc].flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  meta.content = `connect-src ${["'self'", ...new Set(others)].join(' ')}`;
  document.head.append(meta);
}
