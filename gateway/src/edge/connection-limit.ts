import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitedNetwork } from '@plotline/kit/http/client-address';
import { Counter, type Registry } from 'prom-client';
import type { ClientAddresses } from '../limits/client-address.js';
import { contain } from './contain.js';

export interface ConnectionLimitOptions {
  /** Of one network at this gateway, on all servers together. */
  readonly maxConnections: number;
  /** Connections of trusted proxies are not limited: they carry those of many clients. */
  readonly addresses: Pick<ClientAddresses, 'isTrusted'>;
  readonly registry: Registry;
}

/** Bounds the connections that one network has open, so that it cannot take the places of all others. */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions;
  readonly #refusals: Counter;
  readonly #counts = new Map<string, number>();

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
    this.#refusals = new Counter({
      name: 'refused_connections_total',
      help: 'Connections closed at once because their address had too many.',
      registers: [options.registry],
    });
  }

  /** Counts the server's connections; those over the limit are closed at once, without an answer. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      const contained = { fail: () => socket.destroy() };
      contain(contained, () => this.#admit(socket))();
    });
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress;
    if (address === undefined || this.#options.addresses.isTrusted(address)) return;
    const network = toLimitedNetwork(address);
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#options.maxConnections) {
      this.#refusals.inc();
      socket.destroy();
      return;
    }
    this.#counts.set(network, count + 1);
    const onClose = contain({ fail: () => undefined }, () => this.#leave(network));
    socket.once('close', onClose);
  }

  #leave(network: string): void {
    const count = (this.#counts.get(network) ?? 1) - 1;
    if (count > 0) this.#counts.set(network, count);
    else this.#counts.delete(network);
  }
}
