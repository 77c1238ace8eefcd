import * as code from '../codes/regression.js';
import { clipped, listed, quoted } from '../quoted.js';
import { reasonOf } from './files.js';
import { type ErrorText, howToInstall, text } from './text.js';

/** Texts of ../codes/regression.ts. */
export const REGRESSION_TEXTS = {
  [code.MALFORMED_CASE]: text(
    'A case file does not follow the format of cases.',
    'Correct the file; @linesman/regress/schema/case.schema.json describes the format.',
    ({ file, fault }: { readonly file: string; readonly fault: string }) => `${clipped(file)}: ${fault}`,
  ),
  [code.NO_CASES]: text(
    'There are no cases to run.',
    'Name folders of *.case.json files; linesman record writes them.',
    ({ folder }: { readonly folder: string }) => `${clipped(folder)} has no *.case.json files.`,
  ),
  [code.REPEATED_CASE]: text(
    'Two case files have the same name inside.',
    'Give each case its own name: the ledger finds its entry by the name.',
    ({ name, files }: { readonly name: string; readonly files: readonly string[] }) =>
      `The name ${quoted(name)} is in ${listed(files)}.`,
  ),
  [code.CASE_EXISTS]: text(
    'The case file exists with another content.',
    'Name the case differently with --name, or remove the file.',
    ({ file }: { readonly file: string }) => `${clipped(file)} exists, and what it holds is not what was recorded now.`,
  ),
  [code.MALFORMED_LEDGER]: text(
    'A ledger does not follow the format of ledgers.',
    'Restore the file from version control, or write it again with linesman regress --update.',
    ({ file, fault }: { readonly file: string; readonly fault: string }) => `${clipped(file)}: ${fault}`,
  ),
  [code.UPDATE_IN_CI]: text(
    'A ledger is not updated where CI is set.',
    'Run linesman regress --update on your machine, read the diff of the ledger, and commit it.',
  ),
  [code.CASE_WITHOUT_ENTRY]: text(
    'A case has no entry in the ledger, so there is nothing to compare it with.',
    'Run linesman regress --update on your machine, read the diff of the ledger, and commit it.',
    ({ file, ledger }: { readonly file: string; readonly ledger: string }) =>
      `${clipped(file)} has no entry in ${clipped(ledger)}.`,
  ),
  [code.ENGINE_NOT_INSTALLED]: text(
    'The engine that executes programs is not installed.',
    'Install the package that the message names, or choose another engine with --engine.',
    ({
      engine,
      packages,
      found,
    }: {
      readonly engine: string;
      readonly packages: readonly string[];
      readonly found: readonly string[];
    }) => ({
      sentence:
        `The engine ${engine} needs ${packages.join(' and ')}, ` +
        `${found.length > 0 ? `but ${found.join(' and ')} is installed` : 'which cannot be loaded here'}.`,
      hint: `${howToInstall(packages)}, or choose another engine with --engine.`,
    }),
  ),
  [code.PROGRAM_NOT_USABLE]: text(
    'The bytes of a program cannot be used.',
    'Give a compiled Solana program with --program, or the address of a deployed one with --program-id.',
    programNotUsable,
  ),
  [code.VERIFIER_FAILED]: text(
    'The verifier under test did not answer as agreed.',
    'It reads one JSON document a line and answers each with one line; linesman conform --help shows both.',
    verifierFailed,
  ),
  [code.SECRET_IN_CASE]: text(
    'A case or a recording would contain a secret.',
    'Record from a service that does not repeat tokens or keys in its answers.',
    ({ name }: { readonly name: string }) => `${quoted(name)} would contain a token or a key.`,
  ),
  [code.WORKER_FAILED]: text(
    'A process that runs cases ended early.',
    'Run it with --jobs 1 to see why; the machine may be out of memory.',
    ({ code: exitCode }: { readonly code: number | null }) =>
      `A process that runs cases ended with ${endOf(exitCode)}.`,
  ),
  [code.MALFORMED_RECORDING]: text(
    'A file of a recording does not follow the format.',
    'Restore the file, or record again; @linesman/regress/schema/stream.schema.json describes a line.',
    malformedRecording,
  ),
  [code.NO_RECORDING]: text(
    'There is nothing to replay.',
    'Name a folder that linesman record --stream has written.',
    ({ folder, missing }: { readonly folder: string; readonly missing: string }) =>
      `${clipped(folder)} has no ${missing}.`,
  ),
  [code.OTHER_RECORDING]: text(
    'The folder holds another recording.',
    'Continue it with the same options, or record into another folder with --out.',
    ({ file, field, found, asked }: { readonly [Name in 'file' | 'field' | 'found' | 'asked']: string }) =>
      `${clipped(file)} was recorded with ${field} ${clipped(found)}, and is asked to go on with ${clipped(asked)}.`,
  ),
  [code.PACKAGE_NEEDED]: text(
    'A package that the command needs is not installed.',
    'Install the package that the message names, in the same version.',
    ({
      package: name,
      command,
      found,
    }: {
      readonly package: string;
      readonly command: string;
      readonly found?: string;
    }) => ({
      sentence:
        found === undefined
          ? `linesman ${command} runs ${name}, which is not installed.`
          : `linesman ${command} runs ${name} in its own version, but ${found} is installed.`,
      hint: `${howToInstall([name])}.`,
    }),
  ),
  [code.PROJECT_FILES_EXIST]: text(
    'A folder has files that a new project would overwrite.',
    'Name a new folder: linesman init FOLDER.',
    ({ folder, files }: { readonly folder: string; readonly files: readonly string[] }) => ({
      sentence: `${clipped(folder)} has ${files.join(', ')} already; nothing was written.`,
      hint: files.includes('package.json')
        ? 'It is a project already. Write the new one into another folder with linesman init FOLDER, and copy what ' +
          'you need: the cases, the workflow, the tests.'
        : 'Name a new folder with linesman init FOLDER, or move these files away.',
    }),
  ),
} as const;

type RecordingFault =
  | { readonly problem: 'not readable'; readonly file: string; readonly errno: string }
  | { readonly problem: 'not ours'; readonly file: string }
  | { readonly problem: 'line'; readonly file: string; readonly line: number; readonly fault: string };

function malformedRecording(context: RecordingFault): string {
  const file = clipped(context.file);
  switch (context.problem) {
    case 'not readable':
      return `${file} cannot be read: ${reasonOf(context.errno)}.`;
    case 'not ours':
      return `${file} is not what linesman record --stream writes, or it is damaged.`;
    case 'line':
      return `${file}, line ${context.line}: ${context.fault}`;
  }
}

/** How a process ended. */
const endOf = (exitCode: number | null): string => (exitCode === null ? 'a signal' : `exit code ${exitCode}`);

type ProgramFault =
  | { readonly problem: 'not readable'; readonly file: string; readonly errno: string }
  | { readonly problem: 'no program' | 'refused'; readonly from: string }
  | { readonly problem: 'no account' | 'not executable'; readonly programId: string }
  | { readonly problem: 'other program' | 'settlement program'; readonly from: string }
  | { readonly problem: 'format'; readonly from: string; readonly sbpf: number }
  | { readonly problem: 'other address'; readonly from: string; readonly programId: string };

function programNotUsable(context: ProgramFault): string | ErrorText {
  switch (context.problem) {
    case 'not readable':
      return `${clipped(context.file)} cannot be read: ${reasonOf(context.errno)}.`;
    case 'no program':
      return `${clipped(context.from)} is not a compiled program: it is no 64-bit ELF file.`;
    case 'refused':
      return `The engine refuses the program from ${clipped(context.from)}.`;
    case 'no account':
      return `There is no program ${context.programId} on the chain.`;
    case 'not executable':
      return `The account ${context.programId} is not a program of the upgradeable loader.`;
    case 'other program':
      return {
        sentence: `${clipped(context.from)} names itself neither oracle nor settlement program in its security.txt.`,
        hint: 'Give a build of the oracle program, of the source of this version.',
      };
    case 'settlement program':
      return {
        sentence: `${clipped(context.from)} is a settlement program, which is compared in the repository.`,
        hint: 'There, npm run cu -- --program FILE compares compute units, npm run model -- --program FILE the model.',
      };
    case 'format':
      return {
        sentence: `${clipped(context.from)} is in SBPF v${context.sbpf}.`,
        hint: 'Build it for v3, or for v0 where a cluster does not take v3.',
      };
    case 'other address':
      return {
        sentence: `${clipped(context.from)} declares another address than ${context.programId}.`,
        hint: 'Name the one of its declare_id! with --program-id.',
      };
  }
}

type VerifierFault =
  | { readonly problem: 'not started'; readonly command: string; readonly errno: string }
  | { readonly problem: 'ended'; readonly vector: string; readonly exitCode: number | null }
  | { readonly problem: 'silent'; readonly vector: string; readonly seconds: number }
  | { readonly problem: 'line'; readonly vector: string; readonly fault: string };

function verifierFailed(context: VerifierFault): string | ErrorText {
  switch (context.problem) {
    case 'not started':
      return `${clipped(context.command)} cannot be started: ${reasonOf(context.errno)}.`;
    case 'ended':
      return `The verifier ended with ${endOf(context.exitCode)} before it answered ${quoted(context.vector)}.`;
    case 'silent':
      return {
        sentence: `The verifier did not answer ${quoted(context.vector)} within ${context.seconds} s.`,
        hint: 'It must flush its output after every line, or the line stays in its buffer.',
      };
    case 'line':
      return `The answer to ${quoted(context.vector)} is no result: ${context.fault}`;
  }
}
