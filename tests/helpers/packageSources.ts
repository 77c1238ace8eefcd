import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all packages. */
export const PACKAGES_FOLDER = fileURLToPath(new URL('../../ts/', import.meta.url));

const isSource = (file: string): boolean =>
  /(?<!\.(test|bench))\.tsx?$/.test(file) && !/(^|\/)(dist|examples|node_modules)\//.test(file);

/** The sources of the packages by path in their folder, such as `linesman/proof/verify.ts`, without tests. */
export const PACKAGE_SOURCES: readonly string[] = readdirSync(PACKAGES_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(isSource)
  .sort();

/** The text of such a file. */
export const sourceText = (file: string): string => readFileSync(join(PACKAGES_FOLDER, file), 'utf8');

/** Without comments, whose examples import and call what the file itself does not. */
export const codeText = (file: string): string => sourceText(file).replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
