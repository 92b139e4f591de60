export const SERVICE_NAMES = ['auth', 'inventory', 'pipeline', 'team', 'webhook', 'transfer', 'connect'] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Components that `startSystem` starts, in this order. */
export const COMPONENT_NAMES = ['mongo', 'rabbitmq', 'redis', ...SERVICE_NAMES, 'gateway'] as const;

export type ComponentName = (typeof COMPONENT_NAMES)[number];

export interface ServiceAddress {
  /** `http://127.0.0.1:4101` */
  readonly httpUrl: string;
  /** `127.0.0.1:4201` */
  readonly grpcAddress: string;
}

/** Private key of the administrator, and the public keys of all programs, in the format of their variables. */
export interface OperatorKeys {
  readonly CALLER_KEY: string;
  readonly CALLER_PUBLIC_KEYS: string;
}

/** Addresses of a running system, as plain data that can be handed to another process. */
export interface SystemAddresses {
  /** The gateway's listeners, such as `http://localhost:8080`. */
  readonly urls: { readonly api: string; readonly sandbox: string; readonly auth: string; readonly private: string };
  /** Pages of the fake vendors, such as `http://localhost:8083`. Nothing listens there when the vendors are real. */
  readonly simulatorUrl: string;
  readonly services: Readonly<Record<ServiceName, ServiceAddress>>;
  readonly mongoUrl: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  /** Keys with which the administrator signs calls to the services. */
  readonly operator: OperatorKeys;
  readonly dataDirectory: string;
  /** File with the demo data's keys and passwords (mode 0600), written as the last step of seeding. */
  readonly demoFile: string;
}

/** Second process of a service, besides the process that the gateway knows. */
export interface ServiceInstance extends ServiceAddress {
  /** Name of the process for `kill`, `hold`, `release` and `restart`, such as `pipeline-2`. */
  readonly name: string;
}

/** Request to run a program from source. */
export interface DevelopRequest {
  readonly program: ServiceName | 'gateway';
  /** Process id of the development run. A second run names it in its error. */
  readonly processId: number;
  /** Port of 127.0.0.1 on which Node's inspector listens. Absent for no inspector. */
  readonly inspectPort?: number | undefined;
}

/** Program that runs from source in place of the built one. */
export interface Development {
  /** Log file of the program. */
  readonly logFile: string;
  /** Size of the log in bytes before the run. */
  readonly logStart: number;
  /** URL that answers 200 once the program is ready. */
  readonly readyUrl: string;
  /** Ends the program, starts the built program again, and resolves once that is ready. */
  end(): Promise<void>;
}

/** Running system. Its components have the names in `COMPONENT_NAMES`. Further instances have a number. */
export interface RunningSystem extends SystemAddresses {
  /**
   * Returns the ids of a component's processes. Returns none if the component is down or its URL came from the
   * environment.
   */
  processIds(component: ComponentName | (string & {})): number[];
  /** Ends a component with SIGKILL. The component restarts by itself. `whenReady` waits for the restart. */
  kill(component: ComponentName | (string & {})): Promise<void>;
  /** Stops a component and keeps it down until `release`. Pauses its supervision. */
  hold(component: ComponentName | (string & {})): Promise<void>;
  /** Starts a held component and resolves once it is ready. */
  release(component: ComponentName | (string & {})): Promise<void>;
  /** Restarts a component and resolves once it is ready. */
  restart(component: ComponentName | (string & {})): Promise<void>;
  /** Resolves once the component is ready. Rejects after `withinMs` (30 s). */
  whenReady(component: ComponentName | (string & {}), withinMs?: number): Promise<void>;
  /** Runs the migration job of a service's current build, as the start of the system does. */
  migrate(service: ServiceName): Promise<void>;
  /** Starts another process of a service on its own ports, with the same databases and broker. */
  startInstance(
    service: ServiceName,
    ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
  ): Promise<ServiceInstance>;
  /** Runs a program from source in place of the built one. */
  develop(request: DevelopRequest): Promise<Development>;
  /** Stops everything that was started, from the gateway to the stores. Can be called twice. */
  stop(): Promise<void>;
}
