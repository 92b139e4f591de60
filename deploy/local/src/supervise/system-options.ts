import { join } from 'node:path';
import type { Ports, ProgramPorts } from './ports.js';
import type { ServiceName } from './running-system.js';

export type ProgramName = ServiceName | 'gateway';

/** The process that has all of them in it. */
export const SINGLE = 'single';

export interface SystemOptions {
  /** Root folder of the checkout, whose compiled services are started. */
  readonly checkout: string;
  /** Folder for data, logs, secrets and the run record; created when missing. One system at a time. */
  readonly dataDirectory: string;
  readonly ports: Ports;
  /** Where MONGO_URL, AMQP_URL, REDIS_URL and PATH are looked up; handed on to the services. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives one line for each step and for each component that ends or returns. */
  readonly report: (line: string) => void;
  /** Empties the databases, the broker and the demo data before the start. */
  readonly fresh?: boolean;
  /** Ends a start that is under way: what was started is stopped and the start rejects. */
  readonly signal?: AbortSignal;
  /**
   * Ports of further processes: each entry is one more gateway and one more process of each service, called `gateway-2`,
   * `auth-2`, … Services find all processes of their peers; for gateways see `serviceUrls`.
   */
  readonly replicas?: readonly ProgramPorts[];
  /** Where gateways reach the services over HTTP when not at their first processes, such as a balancer before all. */
  readonly serviceUrls?: Readonly<Record<ServiceName, string>>;
  /** Virtual hosts of the broker besides the system's own, for tests that share it. */
  readonly virtualHosts?: readonly string[];
  /** What the broker's users may do, where an earlier release runs beside this one; `broker-permissions.json` of that release. */
  readonly brokerPermissions?: string;
  /** Variables for single programs, on top of what the launcher gives them. */
  readonly programEnvironment?: Partial<Record<ProgramName, Readonly<Record<string, string>>>>;
  /**
   * Runs the gateway and all services in one process, `deploy/single`, in place of one for each. All their names are names of that
   * process then. Not together with `replicas` or `programs`.
   */
  readonly single?: boolean | undefined;
  /** Other scripts than the compiled services and gateway. */
  readonly programs?: Partial<Record<ProgramName, string>>;
}

/** Where things are in a data directory (`.local`). */
export function getDataLayout(dataDirectory: string) {
  return {
    mongo: join(dataDirectory, 'mongo'),
    /** Goes with the data of which it tells. */
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
