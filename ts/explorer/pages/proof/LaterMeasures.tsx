import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MeasuresProps } from './Measures.js';

/** The measures, once their code is there: the first view of a proof does not wait for what builds transactions. */
export function LaterMeasures(props: MeasuresProps) {
  const [Measures, setMeasures] = useState<ComponentType<MeasuresProps>>();
  useEffect(() => {
    import('./Measures.js').then(
      (loaded) => setMeasures(() => loaded.Measures),
      () => {
        // Without it the page has everything but some numbers.
      },
    );
  }, []);
  return Measures ? <Measures {...props} /> : null;
}
