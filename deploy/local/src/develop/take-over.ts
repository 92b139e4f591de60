import { createRequire } from 'node:module';
import { join } from 'node:path';
import { formatNote } from '../cli/report-step.js';
import { type SupervisedComponent, toComponent } from '../supervise/component.js';
import { readLogSize } from '../supervise/log-file.js';
import type { Development, DevelopRequest, ServiceName } from '../supervise/running-system.js';
import { describeProgram, getProgramFolder, type ProgramsInput, runMigrationJob } from '../supervise/start-programs.js';
import { nodeFlags } from '../supervise/supervise-node.js';
import { type SupervisedProcess, superviseProcess } from '../supervise/supervise-process.js';
import { getDataLayout, type ProgramName } from '../supervise/system-options.js';

const STOP_WITHIN_MS = 5_000;

/** Makes tsx also use the sources of the kit and the protos. */
const tsconfig = join(import.meta.dirname, '..', '..', 'from-source.tsconfig.json');
const require = createRequire(import.meta.url);
const tsx = require.resolve('tsx/cli');

/**
 * Stops the built program and runs its source on the same ports, with the same environment. Migrates its databases from
 * source first. Restarts the program when a file that it reads changes.
 * @throws Error when the program doesn't have its own process or the migration fails. In both cases the built program
 * runs again.
 */
export async function takeOver(input: ProgramsInput, request: DevelopRequest): Promise<Development> {
  const { program } = request;
  const built = findBuiltProgram(input, program);
  await built.hold();
  try {
    if (program !== 'gateway') await migrateFromSource(input, program);
    const { readyUrl, environment } = describeProgram(input, program);
    const logFile = join(getDataLayout(input.options.dataDirectory).logs, `${program}-dev.log`);
    const logStart = readLogSize(logFile);
    const source = superviseSource(input, request, environment, logFile);
    const component = toComponent({ name: source.name, url: readyUrl, origin: 'its source', process: source });
    input.components.add(component);
    await source.start();
    return {
      logFile,
      logStart,
      readyUrl,
      async end() {
        await source.stop();
        input.components.remove(source.name);
        await built.release();
      },
    };
  } catch (error) {
    await built.release();
    throw error;
  }
}

function findBuiltProgram(
  { components, options }: Pick<ProgramsInput, 'components' | 'options'>,
  program: ProgramName,
): SupervisedComponent {
  if (!options.single && components.has(program)) return components.supervised(program);
  throw new Error(`${program} has no process of its own here. Stop the system and start it without --single.`);
}

async function migrateFromSource(input: ProgramsInput, service: ServiceName): Promise<void> {
  const script = join(input.options.checkout, getProgramFolder(service), 'src', 'commands', 'migrate.ts');
  await runMigrationJob(input, service, { script, loader: [tsx, '--tsconfig', tsconfig] });
}

function superviseSource(
  input: ProgramsInput,
  { program, inspectPort }: DevelopRequest,
  environment: NodeJS.ProcessEnv,
  logFile: string,
): SupervisedProcess {
  const { options, onStart } = input;
  const folder = join(options.checkout, getProgramFolder(program));
  return superviseProcess({
    name: `${program}-dev`,
    command: process.execPath,
    args: [
      ...[tsx, 'watch', '--clear-screen=false', '--tsconfig', tsconfig],
      ...listFurtherFiles(options.checkout, folder, program).flatMap((pattern) => ['--include', pattern]),
      ...(inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`]),
      ...nodeFlags[program],
      options.programs?.[program] ?? join(folder, 'src', 'main.ts'),
    ],
    // A restart doesn't drain, because peers reconnect immediately.
    environment: { ...environment, DRAIN_MS: '0' },
    directory: options.checkout,
    logFile,
    // Keeps watching a program that doesn't start, because the next change may repair it.
    isReady: async () => true,
    readyWithinMs: STOP_WITHIN_MS,
    stopWithinMs: STOP_WITHIN_MS,
    report: (line) => options.report(formatNote(line)),
    onStart,
  });
}

/** Returns the files that a program reads besides its modules. */
function listFurtherFiles(checkout: string, folder: string, program: ProgramName): string[] {
  const services = join(checkout, 'services');
  const contracts = [join(folder, 'openapi.yaml'), join(services, 'kit', 'common.yaml')];
  // The contracts of the publishing services contain the names of public events.
  if (program === 'webhook') return [...contracts, join(services, '*', 'openapi.yaml')];
  if (program !== 'gateway') return contracts;
  // The build writes these files last for the pages of each host.
  const searchIndexes = join(services, 'docs', 'dist', 'site', '*', 'search.json');
  return [...contracts, join(services, '*', 'openapi.yaml'), searchIndexes];
}
