import { createElement, StrictMode, useEffect } from 'react';
import type { Container } from 'react-dom/client';
import { LinesmanProvider } from '../../../ts/react/context.js';
import type { Linesman } from '../../../ts/sdk/dapp/createLinesman.js';

/** What React asks of a document. The component of a hook draws nothing. */
const view = { HTMLIFrameElement: class {} };
Object.assign(globalThis, { window: view });
const element = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml' };
const container = () =>
  ({
    ...element,
    addEventListener: () => {},
    ownerDocument: { nodeType: 9, addEventListener: () => {}, activeElement: null, defaultView: view },
  }) as unknown as Container;

/** A component in StrictMode that uses a hook. */
export interface Mounted<T> {
  /** What it shows. */
  readonly now: () => T;
  /** Waits until it shows such a value, and returns it. */
  readonly until: (fits: (value: T) => boolean) => Promise<T>;
  readonly change: (hook: () => T, linesman?: Linesman) => void;
  readonly unmount: () => void;
}

function Probe<T>({ use, onShow }: { readonly use: () => T; readonly onShow: (value: T) => void }) {
  const value = use();
  useEffect(() => onShow(value));
  return null;
}

/** Mounts it, and waits until it shows its first value. Needs a process of its own. */
export async function mounted<T>(linesman: Linesman, hook: () => T): Promise<Mounted<T>> {
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(container());
  let shown: { readonly value: T } | undefined;
  const listeners = new Set<() => void>();
  const onShow = (value: T): void => {
    shown = { value };
    for (const listener of listeners) listener();
  };
  const now = (): T => (shown as { readonly value: T }).value;
  const change: Mounted<T>['change'] = (use, by = linesman) => {
    const probe = createElement(Probe<T>, { use, onShow });
    root.render(createElement(StrictMode, null, createElement(LinesmanProvider, { linesman: by }, probe)));
  };
  const until: Mounted<T>['until'] = (fits) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (shown === undefined || !fits(now())) return;
        listeners.delete(look);
        resolve(now());
      };
      listeners.add(look);
      look();
    });
  change(hook);
  await until(() => true);
  return { now, until, change, unmount: () => root.unmount() };
}
