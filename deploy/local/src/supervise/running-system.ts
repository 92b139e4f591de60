export const SERVICE_NAMES = ['auth', 'inventory', 'pipeline', 'team', 'webhook', 'transfer'] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Everything that `startSystem` brings up, in the order in which it is started. */
export const COMPONENT_NAMES = ['mongo', 'rabbitmq', 'redis', ...SERVICE_NAMES, 'gateway'] as const;

export type ComponentName = (typeof COMPONENT_NAMES)[number];

export interface ServiceAddress {
  /** `http://127.0.0.1:4101` */
  readonly httpUrl: string;
  /** `127.0.0.1:4201` */
  readonly grpcAddress: string;
}

/** The private key of who administers, and the public keys of all programs, as their variables have them. */
export interface OperatorKeys {
  readonly CALLER_KEY: string;
  readonly CALLER_PUBLIC_KEYS: string;
}

/** Where everything of a running system is: plain data, so that it can be handed to another process. */
export interface SystemAddresses {
  /** The gateway's listeners, such as `http://localhost:8080`. */
  readonly urls: { readonly api: string; readonly sandbox: string; readonly auth: string; readonly private: string };
  readonly services: Readonly<Record<ServiceName, ServiceAddress>>;
  readonly mongoUrl: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  /** By which whoever administers signs calls of the services. */
  readonly operator: OperatorKeys;
  readonly dataDirectory: string;
  /** Where the demo data's keys and passwords are written (mode 0600), as the last step of seeding. */
  readonly demoFile: string;
}

/** A second process of a service, beside the one that the gateway knows. */
export interface ServiceInstance extends ServiceAddress {
  /** The name under which `kill`, `hold`, `release` and `restart` know it, such as `pipeline-2`. */
  readonly name: string;
}

/** Asks for a program to be run from source. */
export interface DevelopRequest {
  readonly program: ServiceName | 'gateway';
  /** Process id of the development run, named in the error for a second one. */
  readonly processId: number;
  /** Port of 127.0.0.1 on which Node's inspector listens; no inspector without. */
  readonly inspectPort?: number | undefined;
}

/** A program that runs from source in the place of the built one. */
export interface Development {
  /** Receives what the program writes. */
  readonly logFile: string;
  /** Bytes that the log had before. */
  readonly logStart: number;
  /** Answers 200 once the program serves. */
  readonly readyUrl: string;
  /** Ends it and starts the built program again; resolves once that serves. */
  end(): Promise<void>;
}

/**
 * A system that has been brought up. Its components are named as in `COMPONENT_NAMES`, further instances as they say.
 */
export interface RunningSystem extends SystemAddresses {
  /** Ids of a component's processes at this moment; none when it is down or its URL came from the environment. */
  processIds(component: ComponentName | (string & {})): number[];
  /** Ends a component with SIGKILL. It is started again by itself; `whenReady` waits for that. */
  kill(component: ComponentName | (string & {})): Promise<void>;
  /** Stops a component and keeps it down, its supervision paused, until `release`. */
  hold(component: ComponentName | (string & {})): Promise<void>;
  /** Starts a held component; resolves once it serves. */
  release(component: ComponentName | (string & {})): Promise<void>;
  /** Stops and starts a component; resolves once it serves again. */
  restart(component: ComponentName | (string & {})): Promise<void>;
  /** Resolves once the component serves; rejects when it does not within `withinMs` (30 s). */
  whenReady(component: ComponentName | (string & {}), withinMs?: number): Promise<void>;
  /** Runs the migration job of a service's version, as the start of the system does. */
  migrate(service: ServiceName): Promise<void>;
  /** Starts another process of a service on ports of its own, with the same databases and broker. */
  startInstance(
    service: ServiceName,
    ports: { readonly HTTP_PORT: number; readonly GRPC_PORT: number },
  ): Promise<ServiceInstance>;
  /** Runs a program from source in the place of the built one. */
  develop(request: DevelopRequest): Promise<Development>;
  /** Stops everything that was started, the gateway first, the stores last. May be called twice. */
  stop(): Promise<void>;
}
