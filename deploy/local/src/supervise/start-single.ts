import { join } from 'node:path';
import { timeStep } from '../cli/report-step.js';
import { toComponent } from './component.js';
import { createSingleEnvironment, toGatewayUrls, toServiceAddress } from './program-environment.js';
import { SERVICE_NAMES } from './running-system.js';
import { type ProgramsInput, toEnvironmentInput } from './start-programs.js';
import { nodeFlags, runNodeJob, superviseNode } from './supervise-node.js';
import { SINGLE } from './system-options.js';

/** Migrates the databases of all services, then starts one process with the gateway and all services. */
export async function startSingle(input: ProgramsInput, areMigrated: boolean): Promise<void> {
  const { options, components } = input;
  const { ports, programEnvironment, signal, replicas, programs } = options;
  if (replicas || programs) throw new Error('one process cannot have replicas or other programs');
  const environment = createSingleEnvironment(toEnvironmentInput(input), programEnvironment);
  const folder = join(options.checkout, 'deploy', SINGLE, 'dist');
  if (!areMigrated) await runNodeJob(input, SINGLE, { args: [join(folder, 'migrate.js')], environment });
  signal?.throwIfAborted();
  const urls = toGatewayUrls(ports);
  const services = SERVICE_NAMES.map((name) => ({ name, url: toServiceAddress(ports.services[name]).httpUrl }));
  const supervised = superviseNode(input, {
    name: SINGLE,
    args: [...nodeFlags[SINGLE], join(folder, 'main.js')],
    environment,
    readyUrls: [`http://127.0.0.1:${ports.private}`, ...services.map(({ url }) => url)].map((url) => `${url}/ready`),
  });
  // Registers this process under each service's name, so that a lookup of any service finds it.
  for (const { name, url } of [{ name: SINGLE, url: urls.api }, { name: 'gateway', url: urls.api }, ...services]) {
    components.add(toComponent({ name, url, origin: 'this checkout', process: supervised }));
  }
  await timeStep(
    options.report,
    () => `gateway and services in one process: ${urls.api}, ${urls.sandbox}, ${urls.auth}`,
    () => supervised.start(),
  );
}
