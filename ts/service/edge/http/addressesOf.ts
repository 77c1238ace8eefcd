import dns from 'node:dns';

/** The addresses to listen at for a host: each one of `localhost`; of any other the host itself, which is looked up later. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  return new Promise((resolve) => {
    dns.lookup(host, { all: true }, (error, found) =>
      // What cannot be looked up cannot be listened at: that says why.
      resolve(error ? [host] : [...new Set(found.map(({ address }) => address))]),
    );
  });
}
