import { SERVICE_NAMES, type ServiceName } from './system/part-names.js';

export interface ServicePorts {
  readonly http: number;
  readonly grpc: number;
}

/** Every port on which `npm start` listens. */
export interface Settings {
  readonly api: number;
  readonly sandbox: number;
  readonly auth: number;
  readonly private: number;
  readonly services: Readonly<Record<ServiceName, ServicePorts>>;
  /** First ports of the stores, each of which may use nine more. */
  readonly mongo: number;
  readonly rabbitmq: number;
  readonly redis: number;
}

/** Ports a store may take, its first included. */
export const STORE_BLOCK = 10;

const HIGHEST_PORT = 65_535;

/**
 * The ports from the environment, each with its default.
 * @throws Error naming the variable that is not a port.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const port = (variable: string, fallback: number): number => readPort(environment, variable, fallback);
  const service = (name: ServiceName): ServicePorts => {
    const position = SERVICE_NAMES.indexOf(name) + 1;
    return {
      http: port(serviceVariable(name, 'HTTP'), 4100 + position),
      grpc: port(serviceVariable(name, 'GRPC'), 5100 + position),
    };
  };
  return {
    api: port('PLOTLINE_API_PORT', 8080),
    sandbox: port('PLOTLINE_SANDBOX_PORT', 8081),
    auth: port('PLOTLINE_AUTH_PORT', 8082),
    private: port('PLOTLINE_PRIVATE_PORT', 8090),
    services: {
      auth: service('auth'),
      inventory: service('inventory'),
      pipeline: service('pipeline'),
      team: service('team'),
      webhook: service('webhook'),
    },
    mongo: port('PLOTLINE_MONGO_PORT', 28_010),
    rabbitmq: port('PLOTLINE_RABBITMQ_PORT', 28_020),
    redis: port('PLOTLINE_REDIS_PORT', 28_030),
  };
}

/** The variable that moves a service's port, such as `PLOTLINE_AUTH_HTTP_PORT`. */
export function serviceVariable(name: ServiceName, protocol: 'HTTP' | 'GRPC'): string {
  return `PLOTLINE_${name.toUpperCase()}_${protocol}_PORT`;
}

function readPort(environment: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = environment[variable]?.trim();
  if (!text) return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > HIGHEST_PORT)
    throw new Error(`${variable} must be a port from 1 to ${HIGHEST_PORT}, not "${text}"`);
  return port;
}
