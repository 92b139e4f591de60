import type { SupervisedProcess } from './supervise-process.js';

/** Part of the system that the launcher found or started: a store, a service or the gateway. */
export interface Component {
  readonly name: string;
  /** URL for clients, in the format of the client library (`mongodb://…`, `amqp://…`, `redis://…`). */
  readonly url: string;
  /** Origin of the component, for the one line that the launcher prints, such as `redis-server on the PATH`. */
  readonly origin: string;
  /**
   * Ids of the processes that this launcher started for the component. Empty when the URL came from the environment.
   */
  processIds(): number[];
  /** Stops only the processes that were started for the component. Resolves once every one has ended. */
  stop(): Promise<void>;
}

export interface ComponentOptions {
  /** Folder for the component's data. The component creates it if it doesn't exist. */
  readonly dataDirectory: string;
  /** First port on 127.0.0.1 for the component, which may also use the next nine ports. */
  readonly port: number;
  /** Called with one short line for each slow step. */
  readonly report: (line: string) => void;
}

/** Options of the components that the launcher finds by itself (MongoDB, RabbitMQ, Redis). */
export interface StoreOptions extends ComponentOptions {
  /** Environment with the URLs of running servers and the PATH. */
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the log files, one for each process. */
  readonly logDirectory: string;
  /** Called immediately with the id of each process that is started for the component, so that no process is lost. */
  readonly onStart?: ((processId: number) => void) | undefined;
  /** Aborts the start: long steps end and the start rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Component whose processes restart when they end. Tests can stop it and start it again. */
export interface SupervisedComponent extends Component {
  /** Ends the component with SIGKILL, like a crash. The component restarts by itself. */
  kill(): Promise<void>;
  /** Stops the component and keeps it down until `release`. */
  hold(): Promise<void>;
  /** Starts a held component and resolves once it is ready. */
  release(): Promise<void>;
  /** Resolves once the component is ready. Rejects with the abort reason of `deadline`. */
  whenReady(deadline: AbortSignal): Promise<void>;
}

/** Options of the local MongoDB. Logs go to the data directory unless another folder is given. */
export type MongoOptions = ComponentOptions &
  Pick<StoreOptions, 'environment'> &
  Partial<Pick<StoreOptions, 'logDirectory' | 'onStart' | 'signal'>>;

export interface SupervisedComponentDescription {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  /** The process to which clients connect. */
  readonly process: SupervisedProcess;
  /** Further processes that the main process needs. They continue while the main process is held, and stop after it. */
  readonly helpers?: readonly SupervisedProcess[];
}

/** Presents supervised processes as one component. */
export function toComponent(description: SupervisedComponentDescription): SupervisedComponent {
  const { name, url, origin, process: main, helpers = [] } = description;
  return {
    name,
    url,
    origin,
    processIds: () => [main, ...helpers].map((one) => one.processId()).filter((id) => id !== undefined),
    async stop() {
      await main.stop();
      await Promise.all(helpers.map((helper) => helper.stop()));
    },
    kill: () => main.kill(),
    hold: () => main.stop(),
    release: () => main.start(),
    whenReady: (deadline) => main.whenReady(deadline),
  };
}
