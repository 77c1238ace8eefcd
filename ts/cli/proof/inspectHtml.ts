import { createHash } from 'node:crypto';
import { terminalText } from '@linesman/sdk/error';
import { bytesToHex } from '@linesman/sdk/internal/format/hex';
import {
  type DrawnEdge,
  type DrawnNode,
  type DrawnTree,
  layOutTrees,
} from '@linesman/sdk/internal/proof/inspect/drawing';
import type {
  CheckState,
  InspectedCheck,
  InspectedNode,
  ProofBreak,
} from '@linesman/sdk/internal/proof/inspect/inspection';
import { CHECK_MARKS, type InspectSection, inspectSections } from '@linesman/sdk/internal/proof/inspect/sections';
import type { CaseExecution } from './caseExecution.js';
import { executionRows } from './execution.js';
import { type Inspected, verdictRows } from './verdictText.js';

/** Colours of both schemes, and the rules for drawn trees and for the page. */
const STYLE = `
:root {
  --ground: #fff; --panel: #f6f8fa; --line: #d0d7de; --ink: #1f2328; --quiet: #59636e;
  --good: #1a7f37; --bad: #b3261e; --bad-fill: #ffebe9; --leaf: #0969da; --leaf-fill: #ddf4ff;
  --zero: #8a5a00; --zero-fill: #fff4d6; --fill: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #151b23; --line: #3d444d; --ink: #e6edf3; --quiet: #9198a1;
    --good: #4ac26b; --bad: #ff8f87; --bad-fill: #4b1614; --leaf: #79b8ff; --leaf-fill: #12304f;
    --zero: #e3b341; --zero-fill: #3b2a06; --fill: #1c232d;
  }
}
text { fill: var(--ink); font-family: system-ui, sans-serif; }
.node rect { fill: var(--fill); stroke: var(--quiet); }
.node text { text-anchor: middle; }
.hash { font-family: ui-monospace, monospace; font-size: 12px; font-weight: 600; }
.words { font-size: 11px; }
.sibling rect { stroke-dasharray: 4 3; fill: none; }
.sibling text { fill: var(--quiet); }
.leaf rect { fill: var(--leaf-fill); stroke: var(--leaf); }
.zero-map rect { fill: var(--zero-fill); stroke: var(--zero); }
.root rect, .published rect { stroke: var(--ink); stroke-width: 2; }
.broken rect { fill: var(--bad-fill); stroke: var(--bad); stroke-width: 3; }
.edge { fill: none; stroke: var(--quiet); }
.way { stroke: var(--ink); stroke-width: 2; }
.given { stroke-dasharray: 4 3; }

* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 92rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; }
section.breaks { border: 2px solid var(--bad); }
a { color: var(--leaf); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.fault { border-left: 4px solid var(--bad); padding: .25rem 1rem; margin: 0 0 1rem; }
.fault p { margin: .25rem 0; }
.drawing { overflow-x: auto; padding: 4px; margin-bottom: 1rem; }
.drawing:focus-visible, summary:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px; }
.drawing svg { display: block; }
.link { margin: .5rem 1rem; color: var(--quiet); }
ul { list-style: none; padding: 0; margin: 0; }
ul ul { padding-left: 1.25rem; border-left: 1px solid var(--line); }
.checks li { padding-left: 1.5rem; text-indent: -1.5rem; }
.checks li > * { text-indent: 0; }
.checks .number { font-variant-numeric: tabular-nums; color: var(--quiet); }
.open { color: var(--quiet); }
.check-broken { background: var(--bad-fill); border-radius: 6px; }
code { font-family: ui-monospace, monospace; font-size: .85em; }
details { margin-top: .75rem; }
summary { cursor: pointer; }
footer { color: var(--quiet); margin-top: 1rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
`;

/** The page loads nothing and runs nothing. Its policy allows only its own style. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Text for HTML, also inside of attributes. Control and invisible characters become visible escapes. */
const markupText = (text: string): string =>
  terminalText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A proof as a page, in one file. */
export function inspectHtml({ inspection, verdict, execution }: Inspected): string {
  const { about, result, breaks } = inspection;
  const title = `${breaks ? 'broken' : 'valid'}: ${about}`;
  const rows = result ? verdictRows(result, verdict) : (verdict.more ?? []);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${markupText(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<header>',
    `<h1><span class="${breaks ? 'bad' : 'good'}">${breaks ? '✗ broken' : '✓ valid'}</span>: ${markupText(about)}</h1>`,
    ...(rows.length > 0 ? ['<dl>', ...rows.map(([name, value]) => term(name, value)), '</dl>'] : []),
    ...(breaks ? fault(breaks) : []),
    '</header>',
    '<main>',
    ...inspectSections(inspection).flatMap((section) => level(section, breaks?.check ?? null)),
    ...(execution ? executionSection(execution) : []),
    '</main>',
    '<footer>Boxes with a solid line are computed, those with a dashed line are hashes of the proof.</footer>',
    '</body>',
    '</html>\n',
  ].join('\n');
}

/** A term and its value. The name is empty if it repeats the one before, as in a table. */
const term = (name: string, value: string): string => `<dt>${markupText(name)}</dt><dd>${markupText(value)}</dd>`;

function fault({ error, path, check }: ProofBreak): string[] {
  const place = path === null ? '' : `, at <code>${markupText(path)}</code>`;
  return [
    '<div class="fault">',
    `<p><strong>error ${error.number} ${markupText(error.name)}</strong>${place}</p>`,
    `<p>${markupText(error.message)}</p>`,
    `<p>${markupText(error.hint)}</p>`,
    `<p><a href="#check-${markupText(check.id)}">Where it breaks</a></p>`,
    '</div>',
  ];
}

function level({ name, title, trees, checks, link }: InspectSection, broken: InspectedCheck | null): string[] {
  const { width, height, trees: drawings } = layOutTrees(trees, broken, 1_360);
  const size = `width="${width + 4}" height="${height + 4}" viewBox="-2 -2 ${width + 4} ${height + 4}"`;
  const label = markupText(`Drawing of the ${title}`);
  const drawn = [
    `<div class="drawing" role="region" tabindex="0" aria-label="${label}">`,
    `<svg ${size} role="img" aria-label="${label}">`,
    ...drawings.map(treeMarkup),
    '</svg>',
    '</div>',
  ];
  return [
    `<section aria-labelledby="${name}"${broken?.level === name ? ' class="breaks"' : ''}>`,
    `<h2 id="${name}">${markupText(title)}</h2>`,
    ...(trees.length > 0 ? drawn : []),
    '<ul class="checks">',
    ...checks.map(checkItem),
    '</ul>',
    ...(trees.length > 0
      ? ['<details><summary>Every node with its whole hash</summary>', nodeList(trees), '</details>']
      : []),
    '</section>',
    ...(link === null ? [] : [`<p class="link">↓ ${markupText(link)}</p>`]),
  ];
}

function treeMarkup({ x, y, nodes }: DrawnTree): string {
  const parts = nodes.flatMap((drawn) => [...drawn.edges.map(edgeMarkup), box(drawn)]);
  return `<g transform="translate(${x} ${y})">${parts.join('\n')}</g>`;
}

function edgeMarkup({ kind, points: [first, ...rest] }: DrawnEdge): string {
  let [from, way] = [first, `M${first?.x} ${first?.y}`];
  for (const to of rest) {
    way += to.x === from?.x ? `V${to.y}` : `H${to.x}`;
    from = to;
  }
  return `<path class="edge ${kind}" d="${way}"/>`;
}

function box({ node, isBroken, lines, x, y, width, height }: DrawnNode): string {
  const kind = isBroken ? 'broken' : node.kind.replace(' ', '-');
  const side = node.side === null ? '' : `, on the ${node.side}`;
  const texts = lines.map(
    (line, i) =>
      `<text class="${i === 0 ? 'hash' : 'words'}" x="${x + width / 2}" y="${line.y}">${markupText(line.text)}</text>`,
  );
  return [
    `<g class="node ${kind}"><title>${markupText(`${node.text}${side}: ${bytesToHex(node.hash)}`)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    ...texts,
    '</g>',
  ].join('\n');
}

function executionSection(execution: CaseExecution): string[] {
  const { logs } = execution;
  return [
    '<section aria-labelledby="execution">',
    '<h2 id="execution">execution</h2>',
    '<dl>',
    ...executionRows(execution).map(([name, value]) => term(name, value)),
    '</dl>',
    ...(logs.length > 0
      ? ['<ul class="checks">', ...logs.map((line) => `<li><code>${markupText(line)}</code></li>`), '</ul>']
      : []),
    '</section>',
  ];
}

const CHECK_CLASSES: Readonly<Record<CheckState, string>> = {
  holds: 'good',
  broken: 'bad',
  'not reached': 'open',
  'not asked': 'open',
};

function checkItem({ id, state, error, errorName, binds, found, expected }: InspectedCheck): string {
  const mark = `<span class="${CHECK_CLASSES[state]}">${CHECK_MARKS[state]} ${state}</span>`;
  const head = `${mark} <span class="number">${error}</span> ${markupText(binds)}`;
  const row = (name: string, value: string | null): string =>
    value === null ? '' : `<dt>${name}</dt><dd><code>${markupText(value)}</code></dd>`;
  const more =
    state === 'broken' ? `<dl>${row('error', errorName)}${row('found', found)}${row('expected', expected)}</dl>` : '';
  return `<li id="check-${markupText(id)}" class="check-${state.replace(' ', '-')}">${head}${more}</li>`;
}

const nodeList = (nodes: readonly InspectedNode[]): string =>
  `<ul>${nodes
    .map(({ side, text, hash, children }) => {
      const below = children.length > 0 ? nodeList(children) : '';
      const where = side === null ? '' : `${side}: `;
      return `<li>${where}${markupText(text)} <code>${bytesToHex(hash)}</code>${below}</li>`;
    })
    .join('\n')}</ul>`;
