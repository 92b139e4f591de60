import { RABBITMQ_PORTS } from '../stores/rabbitmq/start-rabbitmq.js';
import { isPortFree } from './probe.js';
import { SERVICE_NAMES, type ServiceName } from './running-system.js';

export interface ServicePorts {
  readonly http: number;
  readonly grpc: number;
}

/** Ports of one gateway and of one process of each service. */
export interface ProgramPorts {
  readonly api: number;
  readonly sandbox: number;
  readonly auth: number;
  readonly private: number;
  /** Pages of the fakes of vendors. The first process of connect serves them. */
  readonly simulator: number;
  readonly services: Readonly<Record<ServiceName, ServicePorts>>;
}

/** All ports on which `npm start` listens. */
export interface Ports extends ProgramPorts {
  /** First port of each store. A store may use nine more. */
  readonly mongo: number;
  readonly rabbitmq: number;
  readonly redis: number;
}

/** Number of ports that a store may use, including its first port. */
export const STORE_BLOCK = 10;

const MAX_PORT = 65_535;
/** Maximum offset with which the highest default port (of Redis) is still valid. */
const MAX_OFFSET = 37_000;
/** Variable that shifts every port that has no variable of its own. */
const OFFSET_VARIABLE = 'PLOTLINE_PORT_OFFSET';

/**
 * Reads the ports from the environment. A port is taken from its own variable. Without the variable, it is the default
 * plus `PLOTLINE_PORT_OFFSET`.
 * @throws Error with the variable that isn't a valid port or offset.
 */
export function readPorts(environment: NodeJS.ProcessEnv): Ports {
  const offset = readOffset(environment);
  const port = (variable: string, fallback: number): number => readPort(environment, variable, fallback + offset);
  const service = (name: ServiceName): ServicePorts => {
    const position = SERVICE_NAMES.indexOf(name) + 1;
    return {
      http: port(toPortVariable(name, 'HTTP'), 4100 + position),
      grpc: port(toPortVariable(name, 'GRPC'), 4200 + position),
    };
  };
  return {
    api: port('PLOTLINE_API_PORT', 8080),
    sandbox: port('PLOTLINE_SANDBOX_PORT', 8081),
    auth: port('PLOTLINE_AUTH_PORT', 8082),
    private: port('PLOTLINE_PRIVATE_PORT', 8090),
    simulator: port('PLOTLINE_SIMULATOR_PORT', 8083),
    services: {
      auth: service('auth'),
      inventory: service('inventory'),
      pipeline: service('pipeline'),
      team: service('team'),
      webhook: service('webhook'),
      transfer: service('transfer'),
      connect: service('connect'),
    },
    mongo: port('PLOTLINE_MONGO_PORT', 28_010),
    rabbitmq: port('PLOTLINE_RABBITMQ_PORT', 28_020),
    redis: port('PLOTLINE_REDIS_PORT', 28_030),
  };
}

/** Returns the variable that moves a service's port, such as `PLOTLINE_AUTH_HTTP_PORT`. */
function toPortVariable(name: ServiceName, protocol: 'HTTP' | 'GRPC'): string {
  return `PLOTLINE_${name.toUpperCase()}_${protocol}_PORT`;
}

function readOffset(environment: NodeJS.ProcessEnv): number {
  const text = environment[OFFSET_VARIABLE]?.trim();
  if (!text) return 0;
  const offset = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (offset < 0 || offset > MAX_OFFSET)
    throw new Error(`${OFFSET_VARIABLE} must be a number from 0 to ${MAX_OFFSET}, not "${text}"`);
  return offset;
}

function readPort(environment: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = environment[variable]?.trim();
  if (!text) return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw new Error(`${variable} must be a port from 1 to ${MAX_PORT}, not "${text}"`);
  return port;
}

export interface RequiredPort {
  readonly port: number;
  /** Name of the program that listens on the port, for the error message. */
  readonly purpose: string;
  /** Environment variable that sets the port. */
  readonly variable: string;
}

/** Returns every port that the system is about to use. Skips the ports of a store whose URL is in the environment. */
export function listRequiredPorts(ports: Ports, environment: NodeJS.ProcessEnv): RequiredPort[] {
  const store = (purpose: string, url: string, variable: string, first: number, count: number): RequiredPort[] =>
    environment[url] ? [] : Array.from({ length: count }, (_, offset) => ({ port: first + offset, purpose, variable }));
  return [
    ...listProgramPorts(ports),
    ...store('MongoDB', 'MONGO_URL', 'PLOTLINE_MONGO_PORT', ports.mongo, 1),
    ...store('RabbitMQ', 'AMQP_URL', 'PLOTLINE_RABBITMQ_PORT', ports.rabbitmq, RABBITMQ_PORTS),
    ...store('Redis', 'REDIS_URL', 'PLOTLINE_REDIS_PORT', ports.redis, 1),
  ];
}

/** Returns the ports of a system's programs, without the stores. */
export function listProgramPorts(ports: ProgramPorts): RequiredPort[] {
  return [
    { port: ports.api, purpose: 'the API', variable: 'PLOTLINE_API_PORT' },
    { port: ports.sandbox, purpose: 'the sandbox API', variable: 'PLOTLINE_SANDBOX_PORT' },
    { port: ports.auth, purpose: 'the authorization server', variable: 'PLOTLINE_AUTH_PORT' },
    { port: ports.private, purpose: 'health and metrics', variable: 'PLOTLINE_PRIVATE_PORT' },
    { port: ports.simulator, purpose: 'simulated vendors', variable: 'PLOTLINE_SIMULATOR_PORT' },
    ...SERVICE_NAMES.flatMap((name) => [
      { port: ports.services[name].http, purpose: `${name} (HTTP)`, variable: toPortVariable(name, 'HTTP') },
      { port: ports.services[name].grpc, purpose: `${name} (gRPC)`, variable: toPortVariable(name, 'GRPC') },
    ]),
  ];
}

/**
 * Checks that every port is free and that no port is used twice.
 * @throws Error with each such port and the variable that sets it.
 */
export async function checkPorts(needed: readonly RequiredPort[]): Promise<void> {
  const faults: string[] = [];
  for (const { port, purpose, variable } of needed) {
    const twin = needed.find((other) => other.port === port && other.purpose !== purpose);
    if (twin)
      faults.push(`Port ${port} is set for both ${purpose} and ${twin.purpose}. Set ${variable} to another port.`);
    else if (!(await isPortFree(port))) {
      faults.push(
        `Port ${port} for ${purpose} is in use. End the program that listens there, set ${variable} to a free port` +
          ` or move all ports with ${OFFSET_VARIABLE}=1000.`,
      );
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
