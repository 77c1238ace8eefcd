import { useState } from 'preact/hooks';
import { CopyButton } from '../../shared/CopyButton.js';
import { Tabs } from '../../shared/Tabs.js';
import { caseFor, codeFor, commandFor, fileName, linkFor, type Shared } from './sharing.js';

const WAYS = ['Command', 'Code', 'Link', 'Files'] as const;

/** The same verification elsewhere: as a command, as code, as a link, as files. */
export function Sharing({ shared }: { readonly shared: Shared }) {
  const [way, setWay] = useState<(typeof WAYS)[number]>('Command');
  return (
    <section class="card" aria-labelledby="sharing">
      <h2 id="sharing">Do not trust this page: verify it yourself</h2>
      <Tabs names={WAYS} chosen={way} choose={setWay} label="Ways to verify it elsewhere">
        {way === 'Command' && <Snippet text={commandFor(shared)} of="command" />}
        {way === 'Code' && <Snippet text={codeFor(shared)} of="code" />}
        {way === 'Link' && <Link shared={shared} />}
        {way === 'Files' && <Files shared={shared} />}
      </Tabs>
    </section>
  );
}

const Snippet = ({ text, of }: { readonly text: string; readonly of: string }) => (
  <div class="snippet">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} of={of} />
  </div>
);

function Link({ shared }: { readonly shared: Shared }) {
  const link = linkFor(shared);
  if (link === null)
    return (
      <p class="quiet">
        This proof came from a file, and no file says which record it is of. Ask the service for it to get a link.
      </p>
    );
  return (
    <>
      <p class="quiet">
        It names the match, the record, the stats and the condition. Whoever opens it asks the service with a token of
        their own{shared.isChanged ? ', and gets the proof without your changes' : ''}.
      </p>
      <Snippet text={link} of="link" />
    </>
  );
}

function Files({ shared }: { readonly shared: Shared }) {
  const one = caseFor(shared);
  const { roots, text } = shared;
  const name = fileName(shared);
  return (
    <p class="actions">
      <button type="button" class="plain" onClick={() => download(name, text)}>
        Save the proof
      </button>
      {roots && roots.from !== 'file' && (
        <button type="button" class="plain" onClick={() => download('roots.json', rootsJson(roots.bytes))}>
          Save the roots
        </button>
      )}
      {one && (
        <button type="button" class="plain" onClick={() => download(one.name, one.text)}>
          Save a case for linesman regress
        </button>
      )}
    </p>
  );
}

const rootsJson = (bytes: Uint8Array): string =>
  `${JSON.stringify({ data: btoa([...bytes].map((byte) => String.fromCharCode(byte)).join('')) })}\n`;

/** Has the browser save a text as a file. */
function download(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
