import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LaterProps<P extends object> {
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}

/** A part whose code is loaded after the first view of the page. Without it, the page has everything else. */
export function Later<P extends object>({ load, props }: LaterProps<P>) {
  const [Part, setPart] = useState<ComponentType<P>>();
  // It loads only once, because the loaded code does not change.
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => {},
    );
  }, []);
  return Part ? <Part {...props} /> : null;
}
