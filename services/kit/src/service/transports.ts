import type { Server } from 'node:http';
import { type OpenChannel, openGrpcChannel } from '../rpc/grpc-channel.js';
import type { RpcServices } from '../rpc/server.js';
import type { Logger } from '../telemetry/log.js';
import type { Stoppable } from './lifecycle.js';

/** A service that answers. */
export interface Serving {
  readonly name: string;
  readonly server: Server;
  readonly rpc: RpcServices;
}

/** How a service reaches others, and who else than its ports has calls for it. */
export interface Transports {
  readonly openChannel: OpenChannel;
  /** Tells that the service answers from now on. Returns what ends that, once the calls that run are answered. */
  serve(serving: Serving): () => Promise<void>;
}

/** Those of a service that has a process of its own: others are reached over the network, and reach it at its ports. */
export const networkTransports: Transports = {
  openChannel: openGrpcChannel,
  serve: () => async () => undefined,
};

/** A unit that runs: what to stop, in order, and where to log that. */
export interface StartedUnit {
  readonly components: readonly Stoppable[];
  readonly log: Logger;
}
