import {
  EXIT,
  json,
  lateRootsJson,
  lateRootsLines,
  type Row,
  showTable,
  type Terminal,
  whileWaiting,
} from '@linesman/cli';
import { terminalText } from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { securityText } from '@linesman/sdk/internal/node/securityText';
import { upgradesText } from '@linesman/sdk/internal/program/account/programData';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import { findLateRoots, type LateRoots } from '@linesman/sdk/prove';
import { accountReader, fetchNode } from '@linesman/sdk/rpc';
import { type IdlOnChain, idlOnChain } from '../deployed/idlOnChain.js';
import type { ProgramBytes } from '../engine/engine.js';
import {
  committedProgram,
  committedSettlementProgram,
  type DeployedProgram,
  deployedProgram,
  kindOfProgram,
  programHash,
  programOfFile,
} from '../engine/programBytes.js';
import type { CheckProgramFlags } from './checkProgram.js';

/** Runs `linesman check-program`. Errors: PROGRAM_NOT_USABLE; those of the chain. */
export async function runCheckProgram(flags: CheckProgramFlags, terminal: Terminal): Promise<number> {
  const { address } = flags;
  // Before any request, because the file may not be readable.
  const given = flags.artifact === undefined ? undefined : programOfFile(flags.artifact, address);
  const chain = accountReader(flags.rpc);
  const [deployed, idl, late] = await whileWaiting(terminal, 'the program', async () => [
    await deployedProgram(chain, address),
    await idlOnChain(chain, address),
    await findLateRoots({ node: fetchNode(flags.rpc), oracle: address, since: 0 }),
  ]);
  const security = securityText(deployed.bytes);
  const found = { deployed, artifact: given ?? packagedProgram(deployed), idl, late, security };
  if (flags.json) terminal.out(json(foundJson(found)));
  else showTable(terminal, rowsOf(found));
  return isEqual(found) ? EXIT.valid : EXIT.untrue;
}

/** The program of this package that the deployed one says it is, in its format; by default the oracle program. */
function packagedProgram({ bytes }: DeployedProgram): ProgramBytes {
  const format = sbpfOf(bytes) < 3 ? 0 : 3;
  return kindOfProgram(bytes) === 'settlement' ? committedSettlementProgram(format) : committedProgram(format);
}

interface Found {
  readonly deployed: DeployedProgram;
  readonly artifact: ProgramBytes;
  readonly idl: IdlOnChain | null;
  /** Only for an oracle. */
  readonly late: LateRoots | null;
  readonly security: Readonly<Record<string, string>> | null;
}

const isEqual = ({ deployed, artifact }: Found): boolean => equalBytes(deployed.bytes, artifact.bytes);

function foundJson(found: Found): object {
  const { deployed, artifact, idl, late, security } = found;
  return {
    program: deployed.programId,
    equal: isEqual(found),
    deployed: {
      sha256: programHash(deployed),
      bytes: deployed.bytes.length,
      sbpf: sbpfOf(deployed.bytes),
      padding: deployed.padding,
      slot: deployed.slot.toString(),
      programData: deployed.programData,
      upgradeAuthority: deployed.upgradeAuthority,
    },
    artifact: {
      from: artifact.from,
      sha256: programHash({ bytes: artifact.bytes }),
      bytes: artifact.bytes.length,
      sbpf: sbpfOf(artifact.bytes),
    },
    firstDifference: isEqual(found) ? null : firstDifference(found),
    idl,
    ...lateRootsJson(late),
    securityText: security,
  };
}

function rowsOf(found: Found): Row[] {
  const { deployed, artifact, idl, late, security } = found;
  return [
    ['program', deployed.programId],
    [
      'deployed',
      `SBPF v${sbpfOf(deployed.bytes)}, ${deployed.bytes.length} bytes and ${deployed.padding} of padding, in slot ` +
        `${deployed.slot}`,
    ],
    ['', `sha256 ${programHash(deployed)}`],
    [
      'artifact',
      `SBPF v${sbpfOf(artifact.bytes)}, ${artifact.bytes.length} bytes, from ${terminalText(artifact.from)}`,
    ],
    ['', `sha256 ${programHash({ bytes: artifact.bytes })}`],
    ['bytes', isEqual(found) ? 'equal' : `differ from byte ${firstDifference(found)} on`],
    ['upgrades', upgradesText(deployed.upgradeAuthority)],
    ['idl', idlText(idl)],
    ...(late ? lateRootsLines(late) : []).map((line, i) => [i === 0 ? 'late roots' : '', line] as const),
    ...securityRows(security),
  ];
}

/** The first byte that differs, from 0; the length of the shorter one if it is the start of the longer one. */
function firstDifference({ deployed: { bytes }, artifact: { bytes: expected } }: Found): number {
  const shorter = Math.min(bytes.length, expected.length);
  for (let i = 0; i < shorter; i++) if (bytes[i] !== expected[i]) return i;
  return shorter;
}

function idlText(idl: IdlOnChain | null): string {
  if (idl === null) return 'none on chain';
  const name = idl.name === null ? '' : `${terminalText(idl.name)}, `;
  return `${name}at ${idl.address} (${idl.kind})`;
}

function securityRows(security: Found['security']): Row[] {
  if (security === null) return [['security', 'no security.txt in the program']];
  return Object.entries(security).map(([name, value], i) => [
    i === 0 ? 'security' : '',
    `${terminalText(name)}: ${terminalText(value)}`,
  ]);
}
