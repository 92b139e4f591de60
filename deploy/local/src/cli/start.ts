import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type DemoKey, readDemoKey, seedDemoData } from '../demo/ensure-demo-data.js';
import { getControlPath } from '../develop/control-protocol.js';
import { type ControlServer, serveDevelopment } from '../develop/control-server.js';
import { readPorts } from '../supervise/ports.js';
import { usesFakeVendors } from '../supervise/program-environment.js';
import type { RunningSystem, SystemAddresses } from '../supervise/running-system.js';
import { startSystem } from '../supervise/start-system.js';
import { getDataLayout } from '../supervise/system-options.js';
import { formatStep, timeStep } from './report-step.js';
import { watchForStop } from './watch-for-stop.js';

export interface LaunchOptions {
  readonly checkout: string;
  /** Arguments after `npm start --`. */
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Starts the system, prints its addresses and stops it on a signal, for `npm start`. The process exits afterwards.
 * @throws Error when the system could not start.
 */
export async function launch(options: LaunchOptions): Promise<void> {
  const { checkout, environment } = options;
  const dataDirectory = environment['PLOTLINE_DATA_DIRECTORY'] || join(checkout, '.local');
  const { fresh, single } = readArguments(options.arguments);
  const ports = readPorts(environment);
  const report = (line: string): void => console.log(line);
  // The system must still stop in order after the reader of its output has ended, as in `npm start | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const { signal, requested } = watchForStop(environment);
  const system = await startSystem({ checkout, dataDirectory, ports, environment, report, fresh, single, signal });
  let control: ControlServer | undefined;
  try {
    control = await serveDevelopment(getControlPath(dataDirectory), system.develop);
    if (environment['PLOTLINE_DEMO'] !== 'off') await prepareDemo(system, report, signal);
    report(formatStep(performance.now(), 'Plotline is ready.\n'));
    report(
      describeSystem(
        { ...system, demoFile: relative(process.cwd(), system.demoFile) },
        {
          demo: await readCurrentKey(system),
          mailDirectory: environment['SMTP_URL']
            ? undefined
            : relative(process.cwd(), getDataLayout(dataDirectory).mail),
          usesFakes: usesFakeVendors(environment),
        },
      ),
    );
    report(`\nStopping (${await requested}) …`);
  } finally {
    await control?.close();
    await system.stop();
  }
  report('Everything is stopped.');
  process.exit(0);
}

async function prepareDemo(system: RunningSystem, report: (line: string) => void, signal: AbortSignal): Promise<void> {
  const describe = (created: boolean): string => (created ? 'demo data created' : 'demo data exists');
  await timeStep(report, describe, () => seedDemoData(system, signal));
}

async function readCurrentKey(system: RunningSystem) {
  const demo = await readDemoKey(system.demoFile);
  return demo?.baseUrl === system.urls.api ? demo : undefined;
}

export interface Arguments {
  /** Starts with empty data. */
  readonly fresh: boolean;
  /** Runs the gateway and all services in one process. */
  readonly single: boolean;
}

/**
 * Parses the arguments after `npm start --`.
 * @throws Error that names an unknown argument.
 */
function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: { fresh: { type: 'boolean', default: false }, single: { type: 'boolean', default: false } },
    strict: true,
  });
  return { fresh: values.fresh, single: values.single };
}

interface Described {
  readonly demo: DemoKey | undefined;
  /** Folder for emails. Undefined when there is a mail server. */
  readonly mailDirectory: string | undefined;
  /** Whether fakes replace the vendors. */
  readonly usesFakes: boolean;
}

/**
 * Returns the text that `npm start` prints at its end: addresses, a sign-in to the dashboard, a key, and a call to
 * paste.
 */
export function describeSystem(system: SystemAddresses, { demo, mailDirectory, usesFakes }: Described): string {
  const { urls, simulatorUrl } = system;
  const addresses = [
    `  Dashboard             ${urls.auth}/dashboard/`,
    `  API                   ${urls.api}`,
    `  Sandbox API           ${urls.sandbox}`,
    `  Authorization server  ${urls.auth}`,
    `  Health and metrics    ${urls.private}`,
    ...(usesFakes ? [`  Simulated vendors     ${simulatorUrl}`] : []),
  ];
  const mails = mailDirectory === undefined ? [] : ['', `  Mails are kept in ${mailDirectory}`];
  const key = demo && [
    '',
    `  Sign in as            ${demo.owner.email}, password ${demo.owner.password}`,
    '',
    `  API key of ${demo.workspaceName}: ${demo.apiKey}`,
    `  More keys and passwords: ${system.demoFile}`,
    '',
    `  curl -H 'Authorization: Bearer ${demo.apiKey}' '${urls.api}/v1/properties?per_page=1'`,
  ];
  return [...addresses, ...mails, ...(key ?? []), '', 'Ctrl-C stops everything.'].join('\n');
}
