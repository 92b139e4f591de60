import { join } from 'node:path';
import type { Ports, ProgramPorts } from './ports.js';
import type { ServiceName } from './running-system.js';

export type ProgramName = ServiceName | 'gateway';

/** Process with the gateway and all services. */
export const SINGLE = 'single';

export interface SystemOptions {
  /** Root folder of the checkout, whose compiled services are started. */
  readonly checkout: string;
  /** Folder for data, logs, secrets and the run record. Created when missing. Only one system can use it at a time. */
  readonly dataDirectory: string;
  readonly ports: Ports;
  /** Contains MONGO_URL, AMQP_URL, REDIS_URL and PATH. The services inherit it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Called with one line for each step and for each component that ends or restarts. */
  readonly report: (line: string) => void;
  /** Empties the databases, the broker and the demo data before the start. */
  readonly fresh?: boolean;
  /** Aborts a running start: everything that was started is stopped and the start rejects. */
  readonly signal?: AbortSignal;
  /**
   * Ports of further processes. Each entry adds one gateway and one process of each service, called `gateway-2`,
   * `auth-2`, … Services find all processes of their peers. For gateways, see `serviceUrls`.
   */
  readonly replicas?: readonly ProgramPorts[];
  /**
   * Addresses at which gateways call the services over HTTP, such as a balancer. Defaults to the services' first
   * processes.
   */
  readonly serviceUrls?: Readonly<Record<ServiceName, string>>;
  /** Virtual hosts of the broker besides the system's own host, for tests that share the broker. */
  readonly virtualHosts?: readonly string[];
  /** Path of an earlier release's `broker-permissions.json`, used while that release runs beside this one. */
  readonly brokerPermissions?: string;
  /** Variables for single programs, in addition to those that the launcher sets. */
  readonly programEnvironment?: Partial<Record<ProgramName, Readonly<Record<string, string>>>>;
  /**
   * Runs the gateway and all services in one process, `deploy/single`. That process then has the names of all programs.
   * Can't be combined with `replicas` or `programs`.
   */
  readonly single?: boolean | undefined;
  /** Scripts that replace the compiled services and gateway. */
  readonly programs?: Partial<Record<ProgramName, string>>;
}

/** Paths in a data directory (`.local`). */
export function getDataLayout(dataDirectory: string) {
  return {
    mongo: join(dataDirectory, 'mongo'),
    /** Deleted together with the data that it describes. */
    migrated: join(dataDirectory, 'mongo', 'migrated'),
    rabbitmq: join(dataDirectory, 'rabbitmq'),
    redis: join(dataDirectory, 'redis'),
    logs: join(dataDirectory, 'logs'),
    mail: join(dataDirectory, 'mail'),
    files: join(dataDirectory, 'files'),
    secrets: join(dataDirectory, 'secrets.json'),
    demo: join(dataDirectory, 'demo.json'),
    runRecord: join(dataDirectory, 'run.json'),
  };
}
