import { loadErrorTexts } from '../error/describe/describe.js';
import { LinesmanError } from '../error/linesmanError.js';
import { bytesToHex } from '../format/hex.js';
import type { Sport } from '../format/sports/sports.js';
import { statName } from '../format/statName.js';
import type { Address } from '../program/address/address.js';
import type { Inspection } from '../proof/inspect/inspection.js';
import { CHECK_MARKS } from '../proof/inspect/sections.js';
import { checkOnPage, type PageAnswer, unchecked } from './checkOnPage.js';
import { fetchedProof } from './fetchedProof.js';

const ATTRIBUTES = ['src', 'proof', 'rpc', 'oracle', 'sport', 'where', 'teams'];

const STYLE = `
:host { display: block; font: inherit; }
p, ul { margin: 0.4em 0; }
.answer { font-weight: 600; }
.proven .answer { color: light-dark(#156c40, #63d297); }
.broken .answer { color: light-dark(#ab241b, #ff9a90); }
.untrue .answer { color: light-dark(#7a4b00, #f0c15c); }
ul { padding-inline-start: 1.2em; }
code { overflow-wrap: anywhere; }
`;

const ANSWERS: Readonly<Record<PageAnswer['kind'], string>> = {
  proven: '✓ Proven on Solana',
  untrue: '✗ Proven not to be so',
  broken: '✗ The proof is broken',
  pending: '… Not on chain yet',
  unknown: '? Not checked',
};

/**
 * Defines the element `<linesman-proof>`, which verifies a proof in the visitor's browser, and shows
 * the answer and why. Attributes: `src` (address of the JSON) or `proof` (the JSON itself), `rpc`, `oracle`, `sport`,
 * and optionally `where` and `teams` (`Home|Away`). After each check it fires `checked` with a `PageAnswer` as detail.
 * It needs no inline style and no inline script, so the strictest policy allows it. Does nothing if the runtime does
 * not support custom elements, or if the name is taken.
 *
 * @example
 * ```ts
 * import { defineLinesmanProof } from '@linesman/sdk/page';
 *
 * defineLinesmanProof();
 * document.body.innerHTML = '<linesman-proof src="proof.json" sport="soccer" rpc="…" oracle="…"></linesman-proof>';
 * ```
 */
export function defineLinesmanProof(name = 'linesman-proof'): void {
  if (typeof HTMLElement === 'undefined' || customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      static readonly observedAttributes = ATTRIBUTES;
      private turn = 0;

      connectedCallback(): void {
        if (!this.shadowRoot) {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(STYLE);
          this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
        }
        void this.check();
      }

      attributeChangedCallback(): void {
        if (this.isConnected && this.shadowRoot) void this.check();
      }

      /** Only the last of several checks is shown. */
      private async check(): Promise<void> {
        const turn = ++this.turn;
        await Promise.resolve();
        if (turn !== this.turn) return;
        this.show('checking', [element('p', 'Checking the proof …')]);
        try {
          const [text] = await Promise.all([this.document(), loadErrorTexts()]);
          const sport = this.of('sport') as Sport;
          const where = this.getAttribute('where');
          const answer =
            text instanceof LinesmanError
              ? unchecked(text)
              : await checkOnPage({
                  proof: text,
                  rpc: this.of('rpc'),
                  oracle: this.of('oracle') as Address,
                  sport,
                  ...(where !== null && { where }),
                });
          if (turn !== this.turn) return;
          this.show(answer.kind, partsOf(answer, sport, (this.getAttribute('teams') ?? '').split('|')));
          this.dispatchEvent(new CustomEvent('checked', { detail: answer }));
        } catch (error) {
          if (turn !== this.turn) return;
          const said = error instanceof LinesmanError ? error.message : 'The proof cannot be read.';
          this.show('failed', [element('p', `The proof could not be checked: ${said}`)]);
        }
      }

      private of = (attribute: string): string => this.getAttribute(attribute) ?? '';

      private async document(): Promise<string | LinesmanError> {
        const src = this.getAttribute('src');
        return src === null ? this.of('proof') : fetchedProof(src, document.baseURI);
      }

      private show(kind: string, parts: readonly Element[]): void {
        const box = element('div', '');
        box.className = kind;
        box.setAttribute('role', 'status');
        box.append(...parts);
        this.shadowRoot?.replaceChildren(box);
      }
    },
  );
}

/** Text never becomes markup. */
function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function partsOf({ kind, inspection, error }: PageAnswer, sport: Sport, teams: readonly string[]): Element[] {
  // The proof itself holds; only the chain did not answer.
  const words =
    kind === 'unknown' && inspection && !inspection.breaks ? '? Not compared with the chain' : ANSWERS[kind];
  const answer = element('p', words);
  answer.className = 'answer';
  return [
    answer,
    ...(inspection ? [factsOf(inspection, sport, teams)] : []),
    ...(error ? [element('p', error.message)] : []),
    ...(inspection ? [whyOf(inspection)] : []),
  ];
}

function factsOf({ result, about }: Inspection, sport: Sport, teams: readonly string[]): Element {
  if (result?.kind !== 'stat') return element('p', about);
  const list = element('ul', '');
  for (const fact of result.facts) {
    const name = statName(sport, fact.key) ?? `stat ${fact.key}`;
    const [one = '', two = ''] = teams;
    const named = name.replace('participant 1', one || 'team 1').replace('participant 2', two || 'team 2');
    list.append(element('li', `${named}: ${fact.value}`));
  }
  return list;
}

/** Every check, one click away. */
function whyOf({ checks, result }: Inspection): Element {
  const why = element('details', '');
  const list = element('ul', '');
  for (const { state, binds } of checks) list.append(element('li', `${CHECK_MARKS[state]} ${binds}`));
  why.append(element('summary', 'Why'), list);
  if (result) {
    const root = element('p', 'The hash on chain: ');
    root.append(element('code', bytesToHex(result.mainRoot)));
    why.append(root);
  }
  return why;
}
