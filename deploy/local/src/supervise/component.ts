import type { SupervisedProcess } from './supervise-process.js';

/** Something that the launcher found or started: a store, the broker, a service. */
export interface Component {
  readonly name: string;
  /** Where clients reach it, as its client library takes it (`mongodb://…`, `amqp://…`, `redis://…`). */
  readonly url: string;
  /** How it was obtained, for the one line that the launcher prints, such as `redis-server on the PATH`. */
  readonly origin: string;
  /**
   * Ids of the processes that this launcher started for the component; empty when the URL came from the environment.
   */
  processIds(): number[];
  /** Stops what was started for the component, and nothing else. Resolves once every process has ended. */
  stop(): Promise<void>;
}

export interface ComponentOptions {
  /** Folder for the component's data, created when missing. */
  readonly dataDirectory: string;
  /** First port on 127.0.0.1 that the component may take; it may use this one and the nine above it. */
  readonly port: number;
  /** Receives one short line for each step that takes noticeable time. */
  readonly report: (line: string) => void;
}

/** What the components that the launcher finds by itself (MongoDB, RabbitMQ, Redis) are started with. */
export interface StoreOptions extends ComponentOptions {
  /** Where URLs of running servers and the PATH are looked up. */
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the log files, one for each process. */
  readonly logDirectory: string;
  /**
   * Called with the id of each process that is started for the component, at once, so that none is ever lost from
   * sight.
   */
  readonly onStart?: ((processId: number) => void) | undefined;
  /** Aborted when the start is to be given up: long steps end then, and the start rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** A component whose processes are started again when they end, and that tests can take down and bring back. */
export interface SupervisedComponent extends Component {
  /** Ends the component with SIGKILL, as a crash would; it is started again by itself. */
  kill(): Promise<void>;
  /** Stops the component and keeps it down until `release`. */
  hold(): Promise<void>;
  /** Starts a held component; resolves once it serves. */
  release(): Promise<void>;
  /** Resolves once the component serves; rejects with the abort reason of `deadline`. */
  whenReady(deadline: AbortSignal): Promise<void>;
}

/** What the local MongoDB is started with; logs go to the data directory unless another folder is given. */
export type MongoOptions = ComponentOptions &
  Pick<StoreOptions, 'environment'> &
  Partial<Pick<StoreOptions, 'logDirectory' | 'onStart' | 'signal'>>;

export interface SupervisedComponentDescription {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  /** The process that serves. */
  readonly process: SupervisedProcess;
  /** Processes that it needs beside it; they run on while it is held and are stopped after it. */
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
