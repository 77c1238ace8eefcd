/** Files that the package ships but the repository keeps elsewhere; the build copies them. */

const isSource = import.meta.url.endsWith('.ts');

/** The corpus of vectors. */
export const CORPUS = new URL(isSource ? '../../tests/vectors/' : 'corpus/', import.meta.url);

/** The compiled oracle program. */
export const ORACLE_PROGRAM = new URL(
  isSource ? '../../programs/artifacts/oracle.so' : 'artifacts/oracle.so',
  import.meta.url,
);
