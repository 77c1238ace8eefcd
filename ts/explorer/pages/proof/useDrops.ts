import { useEffect, useRef, useState } from 'preact/hooks';

/** Takes files that are dropped anywhere on the page. True while one is held over it. */
export function useDrops(take: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends 'dragover' | 'dragleave' | 'drop'>(name: K, on: (event: DragEvent) => void): void =>
      addEventListener(name, on, { signal: stop.signal });
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    });
    // Null means that the file has left the window, rather than moved to another element of the page.
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false);
    });
    listen('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      latest.current(Array.from(event.dataTransfer?.files ?? []));
    });
    return () => stop.abort();
  }, []);
  return isDragging;
}
