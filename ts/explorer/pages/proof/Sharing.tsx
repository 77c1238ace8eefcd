import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../shared/CopyButton.js';
import { Tabs } from '../../shared/Tabs.js';
import { QrPicture } from './QrPicture.js';
import { caseFor, codeFor, commandFor, fileName, linkFor, type Shared, wholeLinkFor } from './sharing.js';

const WAYS = ['Link', 'QR code', 'Command', 'Code', 'Files'] as const;

/** Ways to repeat the verification elsewhere: as a command, as code, as a link, as files. */
export function Sharing({ shared }: { readonly shared: Shared }) {
  const [way, setWay] = useState<(typeof WAYS)[number]>('Link');
  return (
    <section class="card" aria-labelledby="sharing">
      <h2 id="sharing">Do not trust this page: verify it elsewhere, or share it</h2>
      <Tabs names={WAYS} chosen={way} choose={setWay} label="Ways to verify it elsewhere">
        {way === 'Command' && <Snippet text={commandFor(shared)} of="command" />}
        {way === 'Code' && <Snippet text={codeFor(shared)} of="code" />}
        {way === 'Link' && <Link shared={shared} />}
        {way === 'QR code' && <Whole shared={shared} of={(link) => <QrPicture text={link} />} />}
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

/** Both links: one contains the proof, the other requests it from the service. */
function Link({ shared }: { readonly shared: Shared }) {
  const link = linkFor(shared);
  return (
    <>
      <p class="quiet">
        The whole proof is in this link, behind the #, which browsers send to no server. It can be verified without a
        service or a subscription{shared.isChanged ? ', with your changes' : ''}.
      </p>
      <Whole shared={shared} of={(whole) => <Snippet text={whole} of="link with the proof" />} />
      {link !== null && (
        <>
          <p class="quiet">
            A shorter link requests the same proof from the service, with the token of the person who opens it
            {shared.isChanged ? ', and without your changes' : ''}.
          </p>
          <Snippet text={link} of="short link" />
        </>
      )}
    </>
  );
}

interface WholeProps {
  readonly shared: Shared;
  readonly of: (link: string) => ComponentChildren;
}

/** The link that has the whole proof, once it is packed. */
function Whole({ shared, of }: WholeProps) {
  const [link, setLink] = useState<string | null>(null);
  const { text, question } = shared;
  useEffect(() => {
    let isWanted = true;
    wholeLinkFor({ text, question }).then(
      (found) => isWanted && setLink(found),
      // A text that is not JSON is not a proof either, as the page says above.
      () => isWanted && setLink(null),
    );
    return () => {
      isWanted = false;
    };
  }, [text, question]);
  return <>{link !== null && of(link)}</>;
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
