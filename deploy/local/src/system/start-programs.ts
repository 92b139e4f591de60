import type { Secrets } from '../secrets.js';
import { supervisedPart } from '../supervise/supervised-part.js';
import { timeStep } from '../time-step.js';
import { gatewayUrls, serviceAddress } from './addresses.js';
import { superviseNodeProgram } from './node-program.js';
import { SERVICE_NAMES, type ServiceName } from './part-names.js';
import type { Parts } from './parts.js';
import { gatewayEnvironment, type StoreUrls, serviceEnvironment } from './program-environment.js';
import type { ServiceInstance } from './running-system.js';
import type { SystemOptions } from './system-options.js';

export interface ProgramsInput {
  readonly options: SystemOptions;
  readonly stores: StoreUrls;
  readonly secrets: Secrets;
  /** Receives each part before it is started, so that a stop finds it. */
  readonly parts: Parts;
  readonly onStart: (processId: number) => void;
}

/** Starts the services, all at once. */
export async function startServices(input: ProgramsInput): Promise<void> {
  const { services } = input.options.settings;
  const ports = (name: ServiceName) => ({ HTTP_PORT: services[name].http, GRPC_PORT: services[name].grpc });
  await Promise.all(SERVICE_NAMES.map((name) => startService(input, name, name, ports(name))));
}

/** Starts one process of a service under a name of its own. */
export async function startService(
  input: ProgramsInput,
  service: ServiceName,
  name: string,
  ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
): Promise<ServiceInstance> {
  const { options, onStart } = input;
  const address = serviceAddress({ http: ports.HTTP_PORT, grpc: ports.GRPC_PORT });
  const environment = serviceEnvironment(
    { inherited: options.environment, settings: options.settings, ...input },
    service,
    ports,
  );
  const readyUrl = `${address.httpUrl}/ready`;
  const supervised = superviseNodeProgram(options, { program: service, name, environment, readyUrl }, onStart);
  input.parts.add(supervisedPart({ name, url: address.httpUrl, origin: 'this checkout', process: supervised }));
  await timeStep(
    options.report,
    () => `${name}: ${address.httpUrl}, gRPC ${address.grpcAddress}`,
    () => supervised.start(),
  );
  return { name, ...address };
}

/** Starts the gateway, which needs the services. */
export async function startGateway(input: ProgramsInput): Promise<void> {
  const { options, onStart } = input;
  const { settings } = options;
  const environment = gatewayEnvironment({ inherited: options.environment, settings, ...input });
  const readyUrl = `http://127.0.0.1:${settings.private}/ready`;
  const supervised = superviseNodeProgram(
    options,
    { program: 'gateway', name: 'gateway', environment, readyUrl },
    onStart,
  );
  const urls = gatewayUrls(settings);
  input.parts.add(supervisedPart({ name: 'gateway', url: urls.api, origin: 'this checkout', process: supervised }));
  await timeStep(
    options.report,
    () => `gateway: ${urls.api}, ${urls.sandbox}, ${urls.auth}`,
    () => supervised.start(),
  );
}
