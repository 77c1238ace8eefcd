import { useEffect, useState } from 'preact/hooks';

/** Copies a text, and says that it did. Browsers allow it on https and on the loopback address only. */
export function CopyButton({ text, of }: { readonly text: string; readonly of: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not allowed here');
    }
  };
  // Screen readers do not announce a change of a button's content, because it is the button's name. So the live region
  // is beside the button.
  const name = said === undefined ? `Copy the ${of}` : `${said} (${of})`;
  return (
    <>
      <button type="button" class="plain copy" onClick={copy} aria-label={name}>
        {said ?? 'Copy'}
      </button>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
