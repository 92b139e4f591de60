import { createApp, createHttpServer } from '@plotline/kit/http/server';
import { createRpcServer, type RpcServices } from '@plotline/kit/rpc/server';
import { networkTransports, Switchboard, type Transports } from '@plotline/kit/service/transports';
import { freePort } from '../../support/free-port.js';

/** Address at which a service called `team` can answer, and how others call it. */
export interface RpcPlace {
  readonly address: string;
  readonly openChannel: Transports['openChannel'];
  /** Starts the service and returns a function that stops it. */
  serve(services: RpcServices): Promise<() => Promise<void>>;
}

/** Transports for a call to another service. */
export const rpcPlaces: Readonly<Record<string, () => Promise<RpcPlace>>> = {
  'over gRPC': async () => {
    const port = await freePort();
    return {
      address: `127.0.0.1:${port}`,
      openChannel: networkTransports.openChannel,
      serve: async (services) => {
        const server = createRpcServer(services);
        await server.listen(port, '127.0.0.1');
        return () => server.close();
      },
    };
  },
  'in the process': async () => {
    const switchboard = new Switchboard();
    return {
      address: 'none',
      openChannel: switchboard.openChannel,
      serve: async (rpc) => switchboard.serve({ name: 'team', server: createHttpServer(createApp()), rpc }),
    };
  },
};
