/** Folders that the package ships but the repository keeps elsewhere; the build copies them. */

const isSource = import.meta.url.endsWith('.ts');

/** The compiled programs and their IDLs. */
export const ARTIFACTS = new URL(isSource ? '../../programs/artifacts/' : 'artifacts/', import.meta.url);
/** The pages of the explorer, as Vite builds them. */
export const EXPLORER = new URL(isSource ? 'dist/explorer/' : 'explorer/', import.meta.url);
/** The SQL migrations of the database. */
export const MIGRATIONS = new URL(isSource ? '../../migrations/sql/' : 'sql/', import.meta.url);

/** The texts for language models. */
export const TEXTS = new URL(isSource ? '../../' : '../', import.meta.url);
