import * as code from '../codes/regression.js';
import { clipped, listed, quoted } from '../quoted.js';
import { howToInstall, problems, problemsWith, text } from './text.js';

/** Texts of ../codes/regression.ts. */
export const REGRESSION_TEXTS = {
  [code.MALFORMED_CASE]: text(
    'A case file does not follow the format of cases.',
    'Correct the file; @linesman/regress/schema/case.schema.json describes the format.',
    '{file:clipped}: {fault:text}',
  ),
  [code.NO_CASES]: text(
    'There are no cases to run.',
    'Pass folders of *.case.json files, which linesman record writes.',
    '{folder:clipped} has no *.case.json files.',
  ),
  [code.REPEATED_CASE]: text(
    'Two case files have the same name inside.',
    'Use a different name for each case: the ledger finds its entry by the name.',
    ({ name, files }: { readonly name: string; readonly files: readonly string[] }) =>
      `The name ${quoted(name)} is in ${listed(files)}.`,
  ),
  [code.CASE_EXISTS]: text(
    'The case file exists with another content.',
    'Choose another name with --name, or remove the file.',
    '{file:clipped} exists, and differs from the new recording.',
  ),
  [code.MALFORMED_LEDGER]: text(
    'A ledger does not follow the format of ledgers.',
    'Restore the file from version control, or write it again with linesman regress --update.',
    '{file:clipped}: {fault:text}',
  ),
  [code.UPDATE_IN_CI]: text(
    'A ledger is not updated where CI is set.',
    'Run linesman regress --update on your machine, read the diff of the ledger, and commit it.',
  ),
  [code.CASE_WITHOUT_ENTRY]: text(
    'A case has no entry in the ledger, so there is nothing to compare it with.',
    'Run linesman regress --update on your machine, read the diff of the ledger, and commit it.',
    '{file:clipped} has no entry in {ledger:clipped}.',
  ),
  [code.ENGINE_NOT_INSTALLED]: text(
    'The engine that executes programs is not installed.',
    'Install the package in the message, or choose another engine with --engine.',
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
    'Pass a compiled Solana program with --program, or the address of a deployed one with --program-id.',
    problems({
      'not readable': '{file:clipped} cannot be read: {errno:reason}.',
      'no program': '{from:clipped} is not a compiled program: it is no 64-bit ELF file.',
      refused: 'The engine refuses the program from {from:clipped}.',
      'no account': 'There is no program {programId:text} on the chain.',
      'not executable': 'The account {programId:text} is not a program of the upgradeable loader.',
      'other program': [
        '{from:clipped} names itself neither oracle nor settlement program in its security.txt.',
        "Pass a build of this version's oracle program.",
      ],
      'settlement program': [
        '{from:clipped} is a settlement program, which is compared in the repository.',
        'There, run npm run cu -- --program FILE to compare compute units, and npm run model -- --program FILE for ' +
          'the model.',
      ],
      format: ['{from:clipped} is in SBPF v{sbpf}.', 'Build it for v3, or for v0 if the cluster does not accept v3.'],
      'other address': [
        '{from:clipped} declares another address than {programId:text}.',
        'Pass the address in its declare_id! with --program-id.',
      ],
    }),
  ),
  [code.VERIFIER_FAILED]: text(
    'The verifier under test did not answer as the protocol requires.',
    'Let it read one JSON document per line and answer each with one line; linesman conform --help shows both.',
    problems({
      'not started': '{command:clipped} cannot be started: {errno:reason}.',
      ended: (context: { readonly vector: string; readonly exitCode: number | null }) =>
        `The verifier ended with ${endOf(context.exitCode)} before it answered ${quoted(context.vector)}.`,
      silent: [
        'The verifier did not answer {vector:quoted} within {seconds} s.',
        'Let it flush its output after every line; otherwise, the line stays in its buffer.',
      ],
      line: 'The answer to {vector:quoted} is not a result: {fault:text}',
    }),
  ),
  [code.SECRET_IN_CASE]: text(
    'A case or a recording would contain a secret.',
    'Record from another service: this one repeats tokens or keys in its answers.',
    '{name:quoted} would contain a token or a key.',
  ),
  [code.WORKER_FAILED]: text(
    'A process that runs cases ended early.',
    'Run with --jobs 1 to see the reason. The machine may be out of memory.',
    ({ code: exitCode }: { readonly code: number | null }) =>
      `A process that runs cases ended with ${endOf(exitCode)}.`,
  ),
  [code.MALFORMED_RECORDING]: text(
    'A file of a recording does not follow the format.',
    'Restore the file, or record again; @linesman/regress/schema/stream.schema.json describes a line.',
    problems({
      'not readable': '{file:clipped} cannot be read: {errno:reason}.',
      'not ours': '{file:clipped} is not what linesman record --stream writes, or it is damaged.',
      line: '{file:clipped}, line {line}: {fault:text}',
    }),
  ),
  [code.NO_RECORDING]: text(
    'There is nothing to replay.',
    'Pass a folder that linesman record --stream has written.',
    '{folder:clipped} has no {missing:text}.',
  ),
  [code.OTHER_RECORDING]: text(
    'The folder holds another recording.',
    'Continue it with the same options, or record into another folder with --out.',
    '{file:clipped} was recorded with {field:text} {found:clipped}, but is to continue with {asked:clipped}.',
  ),
  [code.PACKAGE_NEEDED]: text(
    'A package that the command needs is not installed.',
    'Install the package in the message, in the same version.',
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
    'Choose a new folder: linesman init FOLDER.',
    ({ folder, files }: { readonly folder: string; readonly files: readonly string[] }) => ({
      sentence: `${clipped(folder)} has ${files.join(', ')} already; nothing was written.`,
      hint: files.includes('package.json')
        ? 'It is a project already: `linesman init --ci` adds cases, ledger and workflow to it. For a new project, ' +
          'choose another folder.'
        : 'Choose a new folder with linesman init FOLDER, or move these files away.',
    }),
  ),
  [code.CI_NOT_ADDED]: text(
    'The replay of proofs cannot be added to the package.',
    'Pass the folder of a package in a git repository: `linesman init --ci` FOLDER.',
    problemsWith<{ readonly folder: string }>()({
      'no repository': ['{folder:clipped} is in no git repository.', 'Run git init at its root first.'],
      'no package': '{folder:clipped} has no package.json.',
      'several locks': ({ folder, files }: { readonly folder: string; readonly files: readonly string[] }) => ({
        sentence: `${clipped(folder)} has lock files of several package managers: ${files.join(', ')}.`,
        hint: 'Keep only the one that you use.',
      }),
      'not packed': [
        '{manager:text} cannot install our packages from files.',
        'They are not on npm yet. Use the action that docs/ci.md of the repository describes, or npm.',
      ],
    }),
  ),
} as const;

/** How a process ended. */
const endOf = (exitCode: number | null): string => (exitCode === null ? 'a signal' : `exit code ${exitCode}`);
