/** Where an ELF header has the version of SBPF, and what it ends at. */
const FLAGS = 48;
const HEADER = 64;

/**
 * The version of SBPF that a compiled program is in (SIMD-0161): 0 to 3. Those below 3 are one format to a loader,
 * which takes or refuses them together (SIMD-0500).
 */
export const sbpfOf = (program: Uint8Array): number =>
  program.length < HEADER
    ? 0
    : new DataView(program.buffer, program.byteOffset, program.byteLength).getUint32(FLAGS, true);
