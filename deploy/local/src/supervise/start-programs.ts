import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { timeStep } from '../cli/report-step.js';
import { toComponent } from './component.js';
import type { Components } from './components.js';
import type { ProgramPorts } from './ports.js';
import {
  createGatewayEnvironment,
  createServiceEnvironment,
  type EnvironmentInput,
  type StoreUrls,
  toGatewayUrls,
  toServiceAddress,
} from './program-environment.js';
import { SERVICE_NAMES, type ServiceInstance, type ServiceName } from './running-system.js';
import type { Secrets } from './secrets.js';
import { nodeFlags, runNodeJob, superviseNode } from './supervise-node.js';
import type { SupervisedProcess } from './supervise-process.js';
import { getDataLayout, type ProgramName, type SystemOptions } from './system-options.js';

export interface ProgramsInput {
  readonly options: SystemOptions;
  readonly stores: StoreUrls;
  readonly secrets: Secrets;
  /** Receives each component before it starts, so that a stop finds it. */
  readonly components: Components;
  readonly onStart: (processId: number) => void;
}

/**
 * Starts all services in parallel. Migrates the databases of each service before its processes start, unless all
 * databases are already migrated.
 */
export async function startServices(input: ProgramsInput, areMigrated: boolean): Promise<void> {
  const { ports, replicas = [], signal } = input.options;
  await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      if (!areMigrated) await runMigrationJob(input, name);
      signal?.throwIfAborted();
      await Promise.all(
        [ports, ...replicas].map(({ services }, place) => {
          const { http, grpc } = services[name];
          return startService(input, name, toInstanceName(name, place), { HTTP_PORT: http, GRPC_PORT: grpc });
        }),
      );
    }),
  );
}

export interface MigrationCommand {
  readonly script?: string;
  /** Arguments of Node that come before the script. */
  readonly loader?: readonly string[];
}

function getMigrationScript(options: SystemOptions, service: ServiceName): string {
  return join(dirname(getScript(options, service)), 'commands', 'migrate.js');
}

/**
 * Migrates the databases of a service to the current build.
 * @throws Error with the last lines of the job's log, when the job fails.
 */
export async function runMigrationJob(
  input: ProgramsInput,
  service: ServiceName,
  { script = getMigrationScript(input.options, service), loader = [] }: MigrationCommand = {},
): Promise<void> {
  const { options } = input;
  // A stub that replaces a service has no databases.
  if (!existsSync(script)) return;
  const { http, grpc } = options.ports.services[service];
  const ports = { HTTP_PORT: http, GRPC_PORT: grpc };
  await runNodeJob(input, service, {
    args: [...loader, script],
    environment: {
      ...createServiceEnvironment(toEnvironmentInput(input), service, ports),
      ...options.programEnvironment?.[service],
    },
  });
}

function toInstanceName(program: ProgramName, place: number): string {
  return place === 0 ? program : `${program}-${place + 1}`;
}

/** Starts the first process of a program, as `startSystem` does. */
export function describeProgram(input: ProgramsInput, program: ProgramName): NodeProgram {
  const { ports } = input.options;
  if (program === 'gateway') return describeGateway(input, program, ports);
  const { http, grpc } = ports.services[program];
  return describeService(input, program, program, { HTTP_PORT: http, GRPC_PORT: grpc });
}

function describeService(
  input: ProgramsInput,
  program: ServiceName,
  name: string,
  ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
): NodeProgram {
  const environment = createServiceEnvironment(toEnvironmentInput(input), program, ports);
  return {
    program,
    name,
    environment: { ...environment, ...input.options.programEnvironment?.[program] },
    readyUrl: `http://127.0.0.1:${ports.HTTP_PORT}/ready`,
  };
}

function describeGateway(input: ProgramsInput, name: string, ports: ProgramPorts): NodeProgram {
  const environment = createGatewayEnvironment(toEnvironmentInput(input), ports);
  return {
    program: 'gateway',
    name,
    environment: { ...environment, ...input.options.programEnvironment?.gateway },
    readyUrl: `http://127.0.0.1:${ports.private}/ready`,
  };
}

/** Starts one process of a service under its own name. */
export async function startService(
  input: ProgramsInput,
  service: ServiceName,
  name: string,
  ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
): Promise<ServiceInstance> {
  const { options, onStart } = input;
  const address = toServiceAddress({ http: ports.HTTP_PORT, grpc: ports.GRPC_PORT });
  const supervised = superviseNodeProgram(options, describeService(input, service, name, ports), onStart);
  input.components.add(toComponent({ name, url: address.httpUrl, origin: 'this checkout', process: supervised }));
  await timeStep(
    options.report,
    () => `${name}: ${address.httpUrl}, gRPC ${address.grpcAddress}`,
    () => supervised.start(),
  );
  return { name, ...address };
}

/** Starts the gateway and its replicas. */
export async function startGateways(input: ProgramsInput): Promise<void> {
  const { ports, replicas = [] } = input.options;
  await Promise.all(
    [ports, ...replicas].map((one, place) => startGateway(input, toInstanceName('gateway', place), one)),
  );
}

async function startGateway(input: ProgramsInput, name: string, ports: ProgramPorts): Promise<void> {
  const { options, onStart } = input;
  const supervised = superviseNodeProgram(options, describeGateway(input, name, ports), onStart);
  const urls = toGatewayUrls(ports);
  input.components.add(toComponent({ name, url: urls.api, origin: 'this checkout', process: supervised }));
  await timeStep(
    options.report,
    () => `${name}: ${urls.api}, ${urls.sandbox}, ${urls.auth}`,
    () => supervised.start(),
  );
}

export function toEnvironmentInput({ options, stores, secrets }: ProgramsInput): EnvironmentInput {
  const { environment: inherited, ports, replicas, serviceUrls, dataDirectory } = options;
  const { mail: mailDirectory, files: filesDirectory } = getDataLayout(dataDirectory);
  return { inherited, ports, replicas, serviceUrls, stores, secrets, mailDirectory, filesDirectory };
}

export interface NodeProgram {
  /** Name of the program. */
  readonly program: ProgramName;
  /** Name in the list of components. Differs from the program's name for a further instance. */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  /** URL that answers 200 once the program is ready. */
  readonly readyUrl: string;
}

function getScript({ programs, checkout }: SystemOptions, program: ProgramName): string {
  return programs?.[program] ?? join(checkout, getProgramFolder(program), 'dist', 'main.js');
}

/** Returns the folder of a program in the checkout. */
export function getProgramFolder(program: ProgramName): string {
  return program === 'gateway' ? 'gateway' : join('services', program);
}

/** Creates the supervised process of a compiled service or the gateway. It has not started yet. */
function superviseNodeProgram(
  options: SystemOptions,
  { program, name, environment, readyUrl }: NodeProgram,
  onStart: (processId: number) => void,
): SupervisedProcess {
  const args = [...nodeFlags[program], getScript(options, program)];
  return superviseNode({ options, onStart }, { name, args, environment, readyUrls: [readyUrl] });
}
