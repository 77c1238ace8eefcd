import type { Settings } from './settings.js';

/**
 * From now on this page reaches its own origin, its service and its node, and nobody else: a policy that is added to
 * the head holds until the page ends. The address of either may be chosen on the page, so the policy that the page
 * comes with cannot name them.
 */
export function narrowPolicy({ service, rpc }: Pick<Settings, 'service' | 'rpc'>): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  const others = [service, rpc].flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  meta.content = `connect-src ${["'self'", ...new Set(others)].join(' ')}`;
  document.head.append(meta);
}
