import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ROOT } from '../cli.js';

/** A folder of the documents, relative to the root. */
export const PICTURES = 'docs/pictures';

/** px; every picture is as wide as the window. */
export const PICTURE_WIDTH = 1_280;

/**
 * A user of a page who finds everything by the names on it. The walker notes these names, so that a document can be
 * checked against them.
 */
export class Walker {
  /** Names of what was pressed, filled in, or read, in that order. */
  readonly names: string[] = [];

  constructor(readonly page: Page) {}

  async press(name: string): Promise<void> {
    await this.named(name, this.page.getByRole('button', { name, exact: true })).click();
  }

  async follow(name: string): Promise<void> {
    await this.named(name, this.page.getByRole('link', { name, exact: true }).first()).click();
  }

  async tab(name: string): Promise<void> {
    await this.named(name, this.page.getByRole('tab', { name, exact: true })).click();
  }

  async fill(name: string, text: string): Promise<void> {
    await this.named(name, this.page.getByLabel(name, { exact: true })).fill(text);
  }

  async choose(name: string, option: string): Promise<void> {
    await this.named(name, this.page.getByLabel(name, { exact: true })).selectOption(option);
  }

  /** Waits until it says so. */
  async read(text: string, within: Page | Locator = this.page): Promise<void> {
    await this.named(text, within.getByText(text).first()).waitFor();
  }

  /**
   * With `LINESMAN_WRITE=1`, writes a picture of the window for the documents, with `top` at its upper edge. Pixels
   * differ from run to run, so nothing is compared.
   */
  async picture(name: string, height: number, top?: Locator): Promise<void> {
    if (process.env.LINESMAN_WRITE !== '1') return;
    await this.page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      scrollTo(0, 0);
    });
    // What is fixed to the window covers its upper edge.
    await top?.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 84));
    await this.page.mouse.move(0, 0);
    const clip = { x: 0, y: 0, width: PICTURE_WIDTH, height };
    writeFileSync(join(ROOT, PICTURES, `${name}.png`), await this.page.screenshot({ clip }));
  }

  private named<T>(name: string, found: T): T {
    this.names.push(name);
    return found;
  }
}

/** Width and height of a PNG file, in pixels. Throws for anything else. */
export function sizeOfPng(file: string): readonly [width: number, height: number] {
  const bytes = readFileSync(file);
  const isPng =
    bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) throw new Error(`${file} is no PNG`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
