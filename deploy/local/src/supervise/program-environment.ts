import { parsePrivateKey, toPublicKey } from '@plotline/kit/core/caller-keys';
import type { Ports, ProgramPorts } from './ports.js';
import { SERVICE_NAMES, type ServiceAddress, type ServiceName, type SystemAddresses } from './running-system.js';
import type { RotatedSecret, Secrets } from './secrets.js';
import type { ProgramName } from './system-options.js';

export interface StoreUrls {
  readonly mongoUrl: string;
  /** Returns the broker's URL for the given user. */
  readonly getAmqpUrl: (user: string) => string;
  readonly redisUrl: string;
}

export interface EnvironmentInput {
  readonly inherited: NodeJS.ProcessEnv;
  readonly ports: Ports;
  /** Ports of the further processes. */
  readonly replicas?: readonly ProgramPorts[] | undefined;
  /** Addresses at which gateways call the services. Defaults to the services' first processes. */
  readonly serviceUrls?: Readonly<Record<ServiceName, string>> | undefined;
  readonly stores: StoreUrls;
  readonly secrets: Secrets;
  /** Folder in which emails are stored as files, unless a mail server is set. */
  readonly mailDirectory: string;
  /** Folder for imported and exported files. */
  readonly filesDirectory: string;
}

/** Returns the environment of one service process on the given ports. */
export function createServiceEnvironment(
  input: EnvironmentInput,
  service: ServiceName,
  ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
): NodeJS.ProcessEnv {
  return {
    ...createCommonEnvironment(input),
    // Only the gateway listens for other machines.
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: String(ports.HTTP_PORT),
    GRPC_PORT: String(ports.GRPC_PORT),
    MONGO_URL: input.stores.mongoUrl,
    AMQP_URL: input.stores.getAmqpUrl(service),
    MONGO_DATABASE: `plotline_${service}`,
    ...toGrpcVariables(input),
    CALLER_KEY: input.secrets.callerKeys[service],
    ...toVariables('ANSWER_SEAL_SECRET', input.secrets.answerSeal),
    ...(service === 'auth' ? createAuthVariables(input) : {}),
    // A developer's webhook receivers run on the same machine.
    ...(service === 'webhook'
      ? { WEBHOOK_ALLOW_PRIVATE: 'true', ...toVariables('WEBHOOK_SEAL_SECRET', input.secrets.webhookSeal) }
      : {}),
    ...(service === 'transfer' ? createTransferVariables(input) : {}),
    ...(service === 'connect' ? createConnectVariables(input) : {}),
  };
}

function createTransferVariables({ ports, secrets, filesDirectory }: EnvironmentInput): Record<string, string> {
  const { api, auth } = toGatewayUrls(ports);
  return {
    AUTH_BASE_URL: auth,
    API_BASE_URL: api,
    FILES_DIRECTORY: filesDirectory,
    ...toVariables('TRANSFER_LINK_SECRET', secrets.transferLink),
  };
}

function createConnectVariables({ inherited, ports, secrets }: EnvironmentInput): Record<string, string> {
  const { api, auth } = toGatewayUrls(ports);
  return {
    AUTH_BASE_URL: auth,
    API_BASE_URL: api,
    ...createFakeVariables(inherited, toSimulatorUrl(ports)),
    ...toVariables('CONNECT_SEAL_SECRET', secrets.connectSeal),
  };
}

/**
 * Returns whether fakes replace the vendors. They do by default, because a local system may have no internet and should
 * move no money. `NODE_ENV=production` turns them off, because connect refuses them there.
 */
export function usesFakeVendors(inherited: NodeJS.ProcessEnv): boolean {
  const isProduction = inherited['NODE_ENV'] === 'production';
  return (inherited['CONNECT_FAKE_VENDORS'] || String(!isProduction)) === 'true';
}

function createFakeVariables(inherited: NodeJS.ProcessEnv, simulatorUrl: string): Record<string, string> {
  if (!usesFakeVendors(inherited)) return { CONNECT_FAKE_VENDORS: 'false' };
  return {
    CONNECT_FAKE_VENDORS: 'true',
    CONNECT_SIMULATOR_URL: simulatorUrl,
    // All other programs run as in production.
    NODE_ENV: inherited['NODE_ENV'] || 'development',
  };
}

function createAuthVariables({ inherited, ports, secrets, mailDirectory }: EnvironmentInput): Record<string, string> {
  const { SMTP_URL: mailServer = '', MAIL_FROM: sender = 'Plotline <no-reply@localhost>' } = inherited;
  return {
    ...(mailServer === '' ? { MAIL_DIRECTORY: mailDirectory } : { SMTP_URL: mailServer }),
    MAIL_FROM: sender,
    SIGN_UP: inherited['SIGN_UP'] || 'on',
    ...createPublicUrls(ports),
    ...toVariables('KEY_HASH_SECRET', secrets.keyHash),
    ...toVariables('AUTH_SEAL_SECRET', secrets.authSeal),
  };
}

/** Returns the addresses that clients use. They belong to the first gateway. */
function createPublicUrls(ports: ProgramPorts): Record<string, string> {
  const urls = toGatewayUrls(ports);
  return { AUTH_BASE_URL: urls.auth, API_BASE_URL: urls.api, SANDBOX_BASE_URL: urls.sandbox };
}

/** Returns the environment of one gateway on the given ports. */
export function createGatewayEnvironment(
  input: EnvironmentInput,
  ports: ProgramPorts = input.ports,
): NodeJS.ProcessEnv {
  return {
    ...createCommonEnvironment(input),
    API_PORT: String(ports.api),
    SANDBOX_PORT: String(ports.sandbox),
    AUTH_PORT: String(ports.auth),
    PRIVATE_PORT: String(ports.private),
    PRIVATE_HOST: '127.0.0.1',
    ...createPublicUrls(input.ports),
    ...toUrlVariables(input),
    AUTH_GRPC: toPeerAddress(input, 'auth'),
    CALLER_KEY: input.secrets.callerKeys.gateway,
    AMQP_URL: input.stores.getAmqpUrl('gateway'),
    REDIS_URL: input.stores.redisUrl,
  };
}

/**
 * Returns the environment of one process with the gateway and all services, as `deploy/single` expects it. Variables
 * that differ between units are prefixed with the unit's name.
 */
export function createSingleEnvironment(
  input: EnvironmentInput,
  programEnvironment: Partial<Record<ProgramName, Readonly<Record<string, string>>>> = {},
): NodeJS.ProcessEnv {
  const shared = createCommonEnvironment(input);
  const environment: NodeJS.ProcessEnv = { ...shared };
  const add = (unit: ProgramName, own: NodeJS.ProcessEnv) => {
    for (const [name, value] of Object.entries({ ...own, ...programEnvironment[unit] })) {
      if (shared[name] !== value) environment[`${unit.toUpperCase()}__${name}`] = value;
    }
  };
  add('gateway', createGatewayEnvironment(input));
  for (const service of SERVICE_NAMES) {
    const { http, grpc } = input.ports.services[service];
    const ofService = createServiceEnvironment(input, service, { HTTP_PORT: http, GRPC_PORT: grpc });
    // Only the gateway in the same process connects to this listener, and the gateway stops first.
    add(service, { ...ofService, DRAIN_MS: '0' });
  }
  return environment;
}

function createCommonEnvironment({ inherited, secrets }: EnvironmentInput): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(inherited).filter(([name]) => isInherited(name))),
    NODE_ENV: inherited['NODE_ENV'] || 'production',
    LOG_LEVEL: inherited['LOG_LEVEL'] || 'info',
    CALLER_PUBLIC_KEYS: toPublicKeys(secrets),
  };
}

/** Returns the public keys of all programs in the format of `CALLER_PUBLIC_KEYS`. */
export function toPublicKeys({ callerKeys }: Secrets): string {
  const lists = Object.entries(callerKeys).map(([name, key]) => [name, [toPublicKey(parsePrivateKey(key))]]);
  return JSON.stringify(Object.fromEntries(lists));
}

function toVariables(name: string, { current, previous }: RotatedSecret): Record<string, string> {
  return { [name]: current, ...(previous === '' ? {} : { [`${name}_PREVIOUS`]: previous }) };
}

/**
 * Returns whether programs inherit the variable. They don't inherit npm's and the launcher's own variables, nor secrets
 * and store URLs. Each program is given the secrets and URLs that it uses.
 */
function isInherited(name: string): boolean {
  return !/^(npm_|PLOTLINE_|NODE_OPTIONS$|MONGO_URL$|AMQP_URL$|REDIS_URL$|SMTP_URL$|MAIL_DIRECTORY$|CALLER_\w+$|\w+_SECRET(_PREVIOUS)?$)/.test(
    name,
  );
}

/**
 * Returns the addresses that follow from the ports. The stores' addresses are known only after the stores were found.
 */
export function toGatewayUrls(ports: ProgramPorts): SystemAddresses['urls'] {
  return {
    api: `http://localhost:${ports.api}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    auth: `http://localhost:${ports.auth}`,
    private: `http://localhost:${ports.private}`,
  };
}

/** Returns the address of the fake vendors' pages. */
export function toSimulatorUrl({ simulator }: ProgramPorts): string {
  return `http://localhost:${simulator}`;
}

export function toServiceAddress(ports: { readonly http: number; readonly grpc: number }): ServiceAddress {
  return { httpUrl: `http://127.0.0.1:${ports.http}`, grpcAddress: `127.0.0.1:${ports.grpc}` };
}

export function toServiceAddresses(ports: ProgramPorts): Record<ServiceName, ServiceAddress> {
  const { auth, inventory, pipeline, team, webhook, transfer, connect } = ports.services;
  return {
    auth: toServiceAddress(auth),
    inventory: toServiceAddress(inventory),
    pipeline: toServiceAddress(pipeline),
    team: toServiceAddress(team),
    webhook: toServiceAddress(webhook),
    transfer: toServiceAddress(transfer),
    connect: toServiceAddress(connect),
  };
}

/** Returns the gRPC address of a service: `host:port`, or all of its addresses in grpc-js's format. */
function toPeerAddress({ ports, replicas = [] }: EnvironmentInput, service: ServiceName): string {
  const addresses = [ports, ...replicas].map(({ services }) => toServiceAddress(services[service]).grpcAddress);
  return addresses.length === 1 ? addresses.join() : `ipv4:${addresses.join()}`;
}

/** Returns `AUTH_GRPC`, `INVENTORY_GRPC`, …: addresses at which the services call each other. */
function toGrpcVariables(input: EnvironmentInput): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_GRPC`, toPeerAddress(input, name)]));
}

/** Returns `AUTH_URL`, `INVENTORY_URL`, …: addresses at which the gateway calls the services. */
function toUrlVariables({ ports, serviceUrls }: EnvironmentInput): Record<string, string> {
  const toUrl = (name: ServiceName) => serviceUrls?.[name] ?? toServiceAddress(ports.services[name]).httpUrl;
  return Object.fromEntries(SERVICE_NAMES.map((name) => [`${name.toUpperCase()}_URL`, toUrl(name)]));
}
