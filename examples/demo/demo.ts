import { Command, CommanderError } from 'commander';
import { readProof } from '../../ts/cli/proof/readProof.js';
import { readRoots } from '../../ts/cli/proof/readRoots.js';
import { EXIT } from '../../ts/cli/terminal/exitCode.js';
import { errorText, json } from '../../ts/cli/terminal/print.js';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { OPTION_NEEDED } from '../../ts/sdk/error/codes/usage.js';
import { fail, LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { sportOf } from '../../ts/sdk/format/sport.js';
import { SPORT_WORDS } from '../../ts/sdk/format/sportWords.js';
import { madeUpScene } from './madeUpScene.js';
import { play } from './play.js';
import { recordedScene } from './recordedScene.js';
import { resultText, stepText } from './report.js';
import type { Scene } from './scene.js';

interface Flags {
  readonly proof?: string;
  readonly roots?: string;
  readonly where?: string;
  readonly sport: string;
  readonly json?: true;
}

/** Runs the demo once and returns the exit code. Never throws. */
export async function demo(args: readonly string[], terminal: Terminal): Promise<number> {
  let flags: Flags | undefined;
  const command = new Command('npm run demo --')
    .description('Plays a market from the first stake to the last claim, on a local chain with the committed programs.')
    .option('--proof <file>', 'settle with this recorded proof of the final state instead of a simulated one')
    .option('--roots <file>', 'the roots account of its day')
    .option('--where <condition>', 'the question of the market')
    .option('--sport <sport>', SPORT_WORDS, 'soccer')
    .option('--json', 'print JSON')
    .allowExcessArguments(false)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .action(async (given: Flags) => {
      flags = given;
      await show(given, terminal);
    });
  try {
    await command.parseAsync([...args], { from: 'user' });
    return EXIT.valid;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.valid : EXIT.failure;
    if (!(error instanceof LinesmanError)) terminal.err(`error: ${error instanceof Error ? error.message : error}\n`);
    else if (flags?.json) {
      const { number, name, message, hint } = error;
      terminal.out(json({ error: { number, name, message, hint } }));
    } else terminal.err(errorText(error));
    return EXIT.failure;
  }
}

async function show(flags: Flags, terminal: Terminal): Promise<void> {
  const scene = await sceneOf(flags, terminal);
  if (!flags.json) terminal.out(`The demo plays ${scene.title}, on a chain in this process.\n\n`);
  let number = 0;
  const result = await play(scene, (step) => {
    if (!flags.json) terminal.out(stepText(step, ++number));
  });
  const { title, fixtureId, where } = scene;
  terminal.out(flags.json ? json({ scene: title, fixtureId, where, ...result }) : `\n${resultText(result)}`);
}

async function sceneOf({ proof, roots, where, sport }: Flags, terminal: Terminal): Promise<Scene> {
  if (proof === undefined && roots === undefined && where === undefined) return madeUpScene();
  if (proof === undefined || roots === undefined || where === undefined)
    return fail(OPTION_NEEDED, {
      problem: 'not alone',
      option: 'A recorded proof',
      needed: ['--proof', '--roots', '--where'],
    });
  return recordedScene(await readProof(proof, terminal), await readRoots(roots, terminal), where, sportOf(sport));
}
