/** ms without a complete answer after which the page sends the request itself. Its client waits as long. */
const PATIENCE = 15_000;

interface Early {
  readonly answer: Promise<Response>;
  readonly end: AbortController;
}

/** Requests that were sent before the scripts of the page had loaded, by address. */
const early = new Map<string, Early>();

/** Sends a request that the page will need, and keeps the answer until then. */
export async function askEarly(address: string): Promise<unknown> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PATIENCE);
  // The same headers as those of clients.
  const answer = fetch(address, { redirect: 'error', credentials: 'omit', cache: 'no-store', signal: end.signal });
  early.set(address, { answer, end });
  try {
    const response = await answer;
    return response.ok ? await response.clone().json() : null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `fetch` that gives an early answer to the first request for its address, and sends the request again if the early one
 * failed. The signal of that request also ends the early one.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const address = String(input);
  const one = early.get(address);
  early.delete(address);
  if (!one) return fetch(input, init);
  init?.signal?.addEventListener('abort', () => one.end.abort(), { once: true });
  return one.answer.catch(() => fetch(input, init));
};
