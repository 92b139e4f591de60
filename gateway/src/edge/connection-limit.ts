import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Limiter } from '@plotline/kit/core/limiter';
import { toLimitedNetwork } from '@plotline/kit/http/request';
import { Counter, type Registry } from 'prom-client';
import type { ClientAddresses } from '../limits/client-address.js';
import { contain } from './contain.js';

export interface ConnectionLimitOptions {
  /** Maximum connections of one network at this gateway, over all servers. */
  readonly maxConnections: number;
  /** Recognizes trusted proxies, whose connections aren't limited because they carry many clients. */
  readonly addresses: Pick<ClientAddresses, 'isTrusted'>;
  readonly registry: Registry;
}

/** Limits the open connections of each network, so that no network can use them all up. */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions;
  readonly #refusals: Counter;
  /** Open connections by network. */
  readonly #open = new Limiter({});

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
    this.#refusals = new Counter({
      name: 'plotline_refused_connections_total',
      help: 'Connections closed immediately because their address had too many.',
      registers: [options.registry],
    });
  }

  /** Counts the server's connections. Closes connections over the limit immediately, without a response. */
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
    if (this.#open.usedBy(network) >= this.#options.maxConnections) {
      this.#refusals.inc();
      socket.destroy();
      return;
    }
    const { release } = this.#open.take(network);
    socket.once('close', contain({ fail: () => undefined }, release));
  }
}
