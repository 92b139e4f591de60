import { isPortFree } from './net/is-port-free.js';
import { RABBITMQ_PORTS } from './rabbitmq/start-rabbitmq.js';
import { type Settings, serviceVariable } from './settings.js';
import { SERVICE_NAMES } from './system/part-names.js';

export interface NeededPort {
  readonly port: number;
  /** What listens there, for the error. */
  readonly purpose: string;
  /** The environment variable that moves it. */
  readonly variable: string;
}

/** Every port that is about to be taken; those of a store whose URL is in the environment are not. */
export function neededPorts(settings: Settings, environment: NodeJS.ProcessEnv): NeededPort[] {
  const store = (purpose: string, url: string, variable: string, first: number, count: number): NeededPort[] =>
    environment[url] ? [] : Array.from({ length: count }, (_, offset) => ({ port: first + offset, purpose, variable }));
  return [
    { port: settings.api, purpose: 'the API', variable: 'PLOTLINE_API_PORT' },
    { port: settings.sandbox, purpose: 'the sandbox API', variable: 'PLOTLINE_SANDBOX_PORT' },
    { port: settings.auth, purpose: 'the authorization server', variable: 'PLOTLINE_AUTH_PORT' },
    { port: settings.private, purpose: 'health and metrics', variable: 'PLOTLINE_PRIVATE_PORT' },
    ...SERVICE_NAMES.flatMap((name) => [
      { port: settings.services[name].http, purpose: `${name} (HTTP)`, variable: serviceVariable(name, 'HTTP') },
      { port: settings.services[name].grpc, purpose: `${name} (gRPC)`, variable: serviceVariable(name, 'GRPC') },
    ]),
    ...store('MongoDB', 'MONGO_URL', 'PLOTLINE_MONGO_PORT', settings.mongo, 1),
    ...store('RabbitMQ', 'AMQP_URL', 'PLOTLINE_RABBITMQ_PORT', settings.rabbitmq, RABBITMQ_PORTS),
    ...store('Redis', 'REDIS_URL', 'PLOTLINE_REDIS_PORT', settings.redis, 1),
  ];
}

/**
 * Makes sure that nothing else has a port, and that no port is asked for twice.
 * @throws Error naming each such port and the variable that moves it.
 */
export async function checkPorts(needed: readonly NeededPort[]): Promise<void> {
  const faults: string[] = [];
  for (const { port, purpose, variable } of needed) {
    const twin = needed.find((other) => other.port === port && other.purpose !== purpose);
    if (twin)
      faults.push(`Port ${port} is asked for by both ${purpose} and ${twin.purpose}: set ${variable} to another one.`);
    else if (!(await isPortFree(port))) {
      faults.push(
        `Port ${port}, needed for ${purpose}, is taken: end what listens there or set ${variable} to a free one.`,
      );
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
