/** Files that the package ships but the repository keeps elsewhere; the build copies them. */

const isSource = import.meta.url.endsWith('.ts');

/** The compiled oracle program. */
export const ORACLE_PROGRAM = new URL(
  isSource ? '../../programs/artifacts/oracle.so' : 'artifacts/oracle.so',
  import.meta.url,
);
