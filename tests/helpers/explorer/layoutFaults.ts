import type { Page } from 'playwright-core';

/**
 * Faults of a page that are visible at a glance and that no rule of axe finds: text that is cut off, words that break
 * between letters, and texts that lie on each other. Hashes, addresses and expressions have no words, and break
 * anywhere.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const lines: { readonly of: Element; readonly text: string; readonly box: DOMRect }[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue ?? '';
      if (!element?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || text.trim() === '') continue;
      if (element.closest('.skip, option, svg:not(.chart > svg), noscript')) continue;
      // What only screen readers have is one pixel large.
      let outer: Element | null = element;
      while (outer && outer.clientWidth !== 1) outer = outer.parentElement;
      if (outer) continue;
      const range = document.createRange();
      for (const { index, 0: word } of text.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const [first] = boxes;
        if (!first) continue;
        const isBroken = boxes.some(({ top }) => top - first.top > first.height / 2);
        if (isBroken && word.length < 32 && !element.closest('code, pre, .hash') && !/[-/–]/.test(word))
          faults.push(`broken: ${word}`);
        lines.push(...boxes.map((box) => ({ of: element, text: word, box })));
      }
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        // All of it can be reached by scrolling.
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1) {
          faults.push(`cut off: ${text.trim().slice(0, 40)}`);
          break;
        }
      }
    }
    // What is fixed to the window lies on the rest, and what scrolls within a box is not all there.
    const lying = lines.filter(({ of }) => {
      for (let one: Element | null = of; one; one = one.parentElement) {
        const { position, overflowY } = getComputedStyle(one);
        if (position === 'fixed' || position === 'sticky') return false;
        if (one !== document.documentElement && (overflowY === 'auto' || overflowY === 'scroll')) return false;
      }
      return true;
    });
    lying.sort((a, b) => a.box.top - b.box.top);
    for (const [i, { text, box }] of lying.entries())
      for (const other of lying.slice(i + 1)) {
        if (other.box.top >= box.bottom) break;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 2 && height > box.height / 3) faults.push(`on each other: ${text} and ${other.text}`);
      }
    return [...new Set(faults)];
  });
