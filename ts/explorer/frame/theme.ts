import { Store, useStore } from './store.js';

export type Theme = 'system' | 'light' | 'dark';

const PLACE = 'linesman.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

const isTheme = (value: unknown): value is Theme => typeof value === 'string' && Object.hasOwn(NEXT, value);

function remembered(): Theme {
  try {
    const kept = sessionStorage.getItem(PLACE);
    return isTheme(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

const theme = new Store<Theme>(remembered());
apply(theme.value);

function apply(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

export const useTheme = (): Theme => useStore(theme);

/** Cycles from the system's preference to light, dark, and back. */
export function nextTheme(): void {
  const next = NEXT[theme.value];
  theme.set(next);
  apply(next);
  try {
    sessionStorage.setItem(PLACE, next);
  } catch {
    // Without storage, the choice only lasts until the page is closed.
  }
}
