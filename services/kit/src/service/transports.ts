import type { Server } from 'node:http';
import { type OpenChannel, openGrpcChannel } from '../rpc/grpc-channel.js';
import type { RpcServices } from '../rpc/server.js';
import type { Logger } from '../telemetry/log.js';
import type { Stoppable } from './lifecycle.js';

/** A service that answers calls. */
export interface Serving {
  readonly name: string;
  readonly server: Server;
  readonly rpc: RpcServices;
}

/** Ways in which a service reaches others and is reached by them, besides its ports. */
export interface Transports {
  readonly openChannel: OpenChannel;
  /**
   * Announces that the service answers from now on. Returns a function that ends this once running calls are answered.
   */
  serve(serving: Serving): () => Promise<void>;
}

/** Transports of a service with its own process: everything goes over the network. */
export const networkTransports: Transports = {
  openChannel: openGrpcChannel,
  serve: () => async () => undefined,
};

/** A running unit: its components to stop, in order, and its logger. */
export interface StartedUnit {
  readonly components: readonly Stoppable[];
  readonly log: Logger;
}
