import './collect-when-idle.js';
import { join, relative } from 'node:path';
import { readDemoKey } from './demo-file.js';
import { describeSystem } from './describe-system.js';
import { readArguments } from './read-arguments.js';
import { seedDemoData } from './seed-demo-data.js';
import { readSettings } from './settings.js';
import type { RunningSystem } from './system/running-system.js';
import { startSystem } from './system/start-system.js';
import { stepLine, timeStep } from './time-step.js';
import { watchForStop } from './watch-for-stop.js';

export interface LaunchOptions {
  readonly checkout: string;
  /** What follows `npm start --`. */
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * `npm start`: brings the system up, prints where it is, and stops it on a signal, whereupon the process exits.
 * @throws Error when it could not be brought up.
 */
export async function launch(options: LaunchOptions): Promise<void> {
  const { checkout, environment } = options;
  const { fresh } = readArguments(options.arguments);
  const settings = readSettings(environment);
  const report = (line: string): void => console.log(line);
  // A reader that went away (`npm start | head`) is no reason to leave a system behind.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const { signal, requested } = watchForStop(environment);
  const dataDirectory = join(checkout, '.local');
  const system = await startSystem({ checkout, dataDirectory, settings, environment, report, fresh, signal });
  try {
    if (environment['PLOTLINE_DEMO'] !== 'off') await prepareDemo(system, report, signal);
    report(stepLine(performance.now(), 'Plotline is ready.\n'));
    report(describeSystem({ ...system, demoFile: relative(process.cwd(), system.demoFile) }, await shownKey(system)));
    report(`\nStopping (${await requested}) …`);
  } finally {
    await system.stop();
  }
  report('Everything is stopped.');
  process.exit(0);
}

async function prepareDemo(system: RunningSystem, report: (line: string) => void, signal: AbortSignal): Promise<void> {
  const describe = (created: boolean): string => (created ? 'demo data created' : 'demo data is there');
  await timeStep(report, describe, () => seedDemoData(system, signal));
}

async function shownKey(system: RunningSystem) {
  const demo = await readDemoKey(system.demoFile);
  return demo?.baseUrl === system.urls.api ? demo : undefined;
}
