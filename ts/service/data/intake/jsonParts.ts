/** Parts of a JSON text, copied character by character, because parsing and writing may lose digits and order. */

/** The texts of the elements of a JSON list. `text` must be valid JSON and a list. */
export function elementTexts(text: string): string[] {
  const found: string[] = [];
  partsOf(text, (from, to) => found.push(text.slice(from, to).trim()));
  return found.filter((one) => one !== '');
}

/** The text of the last member with a name of a JSON object. `text` must be valid JSON and an object. */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  partsOf(text, (from, to, colon) => {
    if (colon > from && JSON.parse(text.slice(from, colon)) === name) found = text.slice(colon + 1, to).trim();
  });
  return found;
}

/** Calls back for every part between the commas of the outermost brackets; `colon`: the place of its colon, or −1. */
function partsOf(text: string, onPart: (from: number, to: number, colon: number) => void): void {
  let depth = 0;
  let from = 0;
  let colon = -1;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g)) {
    const [token] = match;
    const { index } = match;
    if (token === '[' || token === '{') {
      if (++depth === 1) from = index + 1;
    } else if (token === ']' || token === '}') {
      if (--depth === 0) onPart(from, index, colon);
    } else if (depth !== 1) continue;
    else if (token === ':') colon = index;
    else if (token === ',') {
      onPart(from, index, colon);
      from = index + 1;
      colon = -1;
    }
  }
}
