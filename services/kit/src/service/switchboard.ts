import type { Server } from 'node:http';
import type { Channel } from '../rpc/grpc-channel.js';
import { collectRpcs, type LocalRpcs, type LocalService, openLocalChannel } from '../rpc/local-channel.js';
import type { Serving, Transports } from './transports.js';

type OnServing = (rpcs: LocalRpcs | null) => void;

/** A service in this process, before, while and after it answers. */
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

  /** Resolves once the running calls are answered. */
  async stop(): Promise<void> {
    this.server = null;
    this.#rpcs = null;
    this.#hasStopped = true;
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }
}

/**
 * Connects the services of one process without the network. A call to a starting service waits for it, until the
 * deadline of the call.
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
