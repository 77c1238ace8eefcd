/** Files that the package ships and the repository keeps elsewhere: the build copies them. Both are folders. */

const isSource = import.meta.url.endsWith('.ts');

/** The compiled programs and their IDLs. */
export const ARTIFACTS = new URL(isSource ? '../../programs/artifacts/' : 'artifacts/', import.meta.url);
/** What brings a database up to date. */
export const MIGRATIONS = new URL(isSource ? '../../migrations/sql/' : 'sql/', import.meta.url);
