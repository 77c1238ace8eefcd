import dns from 'node:dns';

/**
 * The addresses to listen on for a host: all addresses of `localhost`, or any other host itself, which is resolved
 * later.
 */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  return new Promise((resolve) => {
    dns.lookup(host, { all: true }, (error, found) =>
      // If the look-up fails, so will listening, with a better error.
      resolve(error ? [host] : [...new Set(found.map(({ address }) => address))]),
    );
  });
}
