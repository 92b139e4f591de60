import type { Server } from 'node:http';
import { type Channel, type OpenChannel, openGrpcChannel } from '../rpc/grpc-channel.js';
import { collectRpcs, type LocalRpcs, type LocalService, openLocalChannel } from '../rpc/local-channel.js';
import type { RpcServices } from '../rpc/server.js';
import type { Logger } from '../telemetry/log.js';
import type { Stoppable } from './lifecycle.js';

/** A service that answers calls. */
interface Serving {
  readonly name: string;
  readonly server: Server;
  readonly rpc: RpcServices;
}

/** Ways in which a service calls other services and receives their calls, besides its ports. */
export interface Transports {
  readonly openChannel: OpenChannel;
  /**
   * Announces that the service answers from now on. Returns a function that ends this once running calls are answered.
   */
  serve(serving: Serving): () => Promise<void>;
}

/** Transports of a service in its own process. Everything goes over the network. */
export const networkTransports: Transports = {
  openChannel: openGrpcChannel,
  serve: () => async () => undefined,
};

/** Running unit: its components in the order to stop them, and its logger. */
export interface StartedUnit {
  readonly components: readonly Stoppable[];
  readonly log: Logger;
}

type OnServing = (rpcs: LocalRpcs | null) => void;

/** Service in this process. It may be starting, running or stopped. */
class LocalUnit implements LocalService {
  server: Server | null = null;
  #rpcs: LocalRpcs | null = null;
  #hasStopped = false;
  #waiting: OnServing[] = [];
  #running = 0;
  #onIdle: (() => void) | null = null;

  whenServing(callback: OnServing): void {
    if (this.#rpcs || this.#hasStopped) callback(this.#rpcs);
    else this.#waiting.push(callback);
  }

  countCall(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    };
  }

  serve({ server, rpc }: Serving): void {
    this.server = server;
    this.#rpcs = collectRpcs(rpc);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const callback of waiting) callback(this.#rpcs);
  }

  /** Resolves once all running calls are answered. */
  async stop(): Promise<void> {
    this.server = null;
    this.#rpcs = null;
    this.#hasStopped = true;
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}

/**
 * Connects the services in one process without the network. A call to a starting service waits for it, until the call's
 * deadline.
 */
export class Switchboard implements Transports {
  readonly #units = new Map<string, LocalUnit>();

  readonly openChannel = (name: string): Channel => openLocalChannel(this.#getUnit(name));

  serve(serving: Serving): () => Promise<void> {
    const unit = this.#getUnit(serving.name);
    unit.serve(serving);
    return () => unit.stop();
  }

  /** Returns the HTTP server of a service; null while it does not answer. */
  findServer(name: string): Server | null {
    return this.#getUnit(name).server;
  }

  #getUnit(name: string): LocalUnit {
    const found = this.#units.get(name);
    if (found) return found;
    const unit = new LocalUnit();
    this.#units.set(name, unit);
    return unit;
  }
}
