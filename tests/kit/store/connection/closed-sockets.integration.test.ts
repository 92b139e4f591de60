import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { connectDatabases } from '@plotline/kit/store/connection/connect';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { startMongoProxy } from '../../../support/severable-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

async function connectThroughProxy() {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown) => {
    if (message instanceof Object && 'socket' in message && message.socket instanceof Socket)
      sockets.push(message.socket);
  };
  const { proxy, url } = await startMongoProxy();
  subscribe('net.client.socket', onSocket);
  const databases = await connectDatabases({ url, name: 'plotline_closed_sockets', poolSize: 1 });
  return {
    proxy,
    ping: async () => (await databases.live.db?.command({ ping: 1 }))?.ok === 1,
    /** Sockets to MongoDB, including the monitor's socket. */
    listSockets: () => sockets.filter(({ remotePort, destroyed }) => remotePort === proxy.port && !destroyed),
    stop: async () => {
      unsubscribe('net.client.socket', onSocket);
      await databases.close();
      await proxy.close();
    },
  };
}

describe('a MongoDB connection that its peer closed silently', () => {
  const fixture = useFixturePerTest(connectThroughProxy);

  it('lets operations fail or use another connection, and then MongoDB responds again', async () => {
    const { ping, proxy, listSockets } = fixture();
    // The monitor's socket and the pool's socket.
    for (const place of [0, 1, 0, 1]) {
      const socket = await eventually(async () => {
        expect(await ping()).to.equal(true);
        const open = listSockets();
        expect(open).to.have.length(2);
        return open[place];
      });
      if (!socket) throw new Error('There is no such socket.');
      // The socket is destroyed once this side has ended too, and emits its event a moment later. A reset socket emits
      // the event immediately.
      const finish = once(socket, 'finish').catch(() => undefined);
      proxy.sever();
      await finish;
      // A failed operation is retried on another connection, or rejects. Without this, neither the operation nor this
      // test would end.
      await ping().catch(() => false);
      await eventually(async () => expect(await ping()).to.equal(true));
    }
  });
});
