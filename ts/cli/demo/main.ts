import { stderr } from 'node:process';
import { Command, CommanderError } from 'commander';
import { fail, LinesmanError } from '../../error/index.js';
import { sportOf } from '../../format/index.js';
import { EXIT } from '../exitCode.js';
import { errorJson, print, printError, printJson } from '../print.js';
import { readProof } from '../readProof.js';
import { readRoots } from '../readRoots.js';
import { madeUpScene } from './madeUpScene.js';
import { recordedScene } from './recordedScene.js';
import { resultText, stepText } from './report.js';
import { runDemo } from './run.js';
import type { Scene } from './scene.js';

// The local chain logs every instruction to standard error unless it is told not to.
process.env.RUST_LOG ??= 'off';

interface Flags {
  readonly proof?: string;
  readonly roots?: string;
  readonly where?: string;
  readonly sport: string;
  readonly json?: true;
}

async function sceneOf({ proof, roots, where, sport }: Flags): Promise<Scene> {
  if (proof === undefined && roots === undefined && where === undefined) return madeUpScene();
  if (proof === undefined || roots === undefined || where === undefined)
    return fail(7015, { message: 'A recorded proof needs all of --proof, --roots and --where.', hint: 'See --help.' });
  return recordedScene(await readProof(proof), await readRoots(roots), where, sportOf(sport));
}

async function demo(flags: Flags): Promise<void> {
  try {
    const scene = await sceneOf(flags);
    if (!flags.json) print(`The demo plays ${scene.title}, on a chain in this process.\n`);
    let number = 0;
    const result = await runDemo(scene, (step) => {
      if (!flags.json) print(stepText(step, ++number));
    });
    if (flags.json) printJson({ scene: scene.title, fixtureId: scene.fixtureId, where: scene.where, ...result });
    else print(`\n${resultText(result)}`);
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    if (flags.json) printJson({ error: errorJson(error) });
    else printError(error);
    process.exitCode = EXIT.failure;
  }
}

const command = new Command('npm run demo --')
  .description('Plays a market from the first stake to the last claim, on a local chain with the committed programs.')
  .option('--proof <file>', 'settle with this recorded proof of the final state instead of a made-up one')
  .option('--roots <file>', 'the roots account of its day')
  .option('--where <condition>', 'the question of the market')
  .option('--sport <sport>', 'soccer, basketball or us-football', 'soccer')
  .option('--json', 'print JSON')
  .exitOverride()
  .action(demo);

try {
  await command.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) {
    stderr.write(`error: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = EXIT.failure;
  } else process.exitCode = error.exitCode === 0 ? EXIT.valid : EXIT.failure;
}
