/** Answers that were asked for before the scripts of the page were there, by their addresses. */
const early = new Map<string, Promise<Response>>();

/** Asks a service what the page will ask it, and keeps the answer until then. */
export async function askEarly(address: string): Promise<unknown> {
  // As clients ask.
  const answer = fetch(address, { redirect: 'error', credentials: 'omit', cache: 'no-store' });
  early.set(address, answer);
  const response = await answer;
  return response.ok ? response.clone().json() : null;
}

/** `fetch` that gives an early answer to whoever asks for it first, and asks again if that one failed. */
export const fetchEarly: typeof fetch = (input, init) => {
  const address = String(input);
  const answer = early.get(address);
  early.delete(address);
  return answer?.catch(() => fetch(input, init)) ?? fetch(input, init);
};
