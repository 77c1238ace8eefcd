/** Files that the package ships but the repository keeps elsewhere; the build copies them. */

const isSource = import.meta.url.endsWith('.ts');

/** The corpus of vectors. */
export const CORPUS = new URL(isSource ? '../../tests/vectors/' : 'corpus/', import.meta.url);

/** The compiled programs: SBPF v3, and v0 in the files that end with `-v0.so`. */
export const ARTIFACTS = new URL(isSource ? '../../programs/artifacts/' : 'artifacts/', import.meta.url);

/** This package. */
export const PACKAGE = new URL(isSource ? './' : '../', import.meta.url);

/** The project that `linesman init` writes. */
export const PROJECT = new URL(isSource ? '../../examples/project/' : '../examples/project/', import.meta.url);
