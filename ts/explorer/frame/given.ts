/** The content of `explorer.json` beside the page; the service writes it, static files may contain it. */
export interface Given {
  readonly service?: unknown;
  readonly rpc?: unknown;
  readonly oracle?: unknown;
  readonly settlement?: unknown;
  readonly attesters?: unknown;
  readonly upgradeAuthorities?: unknown;
}

/** ms that the page waits for `explorer.json` before it starts without it. */
const PATIENCE = 5_000;

/** The settings that come with the page. Requested at once, because everything else waits for them. */
export const whatIsGiven: Promise<Given> = readGiven();

async function readGiven(): Promise<Given> {
  try {
    // Dropped proofs are verified without this file, so the page does not wait for a silent server.
    const signal = AbortSignal.timeout(PATIENCE);
    // The request must match the preload in index.html. `no-cache`, because a server of plain files may not say how
    // long it is valid.
    const response = await fetch('./explorer.json', { cache: 'no-cache', signal });
    const found: unknown = response.ok ? await response.json() : {};
    return typeof found === 'object' && found !== null ? (found as Given) : {};
  } catch {
    return {};
  }
}
