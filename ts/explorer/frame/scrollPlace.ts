/** The scroll position of each entry of the history. A new entry begins at its top. */
const places = new Map<number, number>();
let newest = 0;

function entryNow(): number {
  const { state } = history;
  if (typeof state === 'object' && state !== null && typeof state.entry === 'number') return state.entry;
  newest = Math.max(newest + 1, Date.now());
  history.replaceState({ ...state, entry: newest }, '');
  return newest;
}

let entry = entryNow();
addEventListener('scroll', () => places.set(entry, scrollY), { passive: true });
history.scrollRestoration = 'manual';

/** ms within which the earlier content appears on the page again. */
const PATIENCE = 3_000;

/** To be called for each new address: restores the scroll position there, as soon as the content is long enough. */
export function comeToPlace(): void {
  entry = entryNow();
  const wanted = places.get(entry) ?? 0;
  scrollTo(0, wanted);
  if (scrollY >= wanted) return;
  const own = entry;
  const grown = new ResizeObserver(() => {
    if (entry === own) scrollTo(0, wanted);
    if (entry !== own || scrollY >= wanted) grown.disconnect();
  });
  grown.observe(document.body);
  setTimeout(() => grown.disconnect(), PATIENCE);
}
