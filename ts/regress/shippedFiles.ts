/** Files that the package ships but the repository keeps elsewhere; the build copies them. */

const isSource = import.meta.url.endsWith('.ts');

/** The corpus of vectors. */
export const CORPUS = new URL(isSource ? '../../tests/vectors/' : 'corpus/', import.meta.url);

/** The compiled oracle program. */
export const ORACLE_PROGRAM = new URL(
  isSource ? '../../programs/artifacts/oracle.so' : 'artifacts/oracle.so',
  import.meta.url,
);

/** The compiled settlement program, for chains that hold markets. */
export const SETTLEMENT_PROGRAM = new URL(
  isSource ? '../../programs/artifacts/settlement.so' : 'artifacts/settlement.so',
  import.meta.url,
);

/** This package. */
export const PACKAGE = new URL(isSource ? './' : '../', import.meta.url);

/** The project that `linesman init` writes. */
export const PROJECT = new URL(isSource ? '../../examples/project/' : '../examples/project/', import.meta.url);
