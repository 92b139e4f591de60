import { Agent, createServer, get, type Server } from 'node:http';
import { limitConnectionAge } from '@plotline/kit/http/server';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';

describe('limitConnectionAge', () => {
  let server: Server;
  let agent: Agent;

  beforeEach(() => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    server = createServer((_request, response) => response.end());
  });
  afterEach(async () => {
    agent.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /**
   * Sends a request over the kept connection, if any. Resolves to the local port and the answer's `Connection` header.
   */
  function ask(
    port: number,
  ): Promise<{ readonly localPort: number | undefined; readonly connection: string | undefined }> {
    return new Promise((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', agent }, (response) => {
        const { localPort } = response.socket;
        response.resume().once('end', () => resolve({ localPort, connection: response.headers.connection }));
      });
      request.once('error', reject);
    });
  }

  it('makes clients reconnect when a connection is old, and still answers every request', async () => {
    limitConnectionAge(server, 0);
    const port = await listenAnywhere(server);
    const answers = [await ask(port), await ask(port), await ask(port)];
    expect(answers.map(({ connection }) => connection)).to.deep.equal(['close', 'close', 'close']);
    expect(new Set(answers.map(({ localPort }) => localPort)).size).to.equal(3);
  });

  it('leaves younger connections open', async () => {
    limitConnectionAge(server, 600_000);
    const port = await listenAnywhere(server);
    const answers = [await ask(port), await ask(port)];
    expect(answers.map(({ connection }) => connection)).to.deep.equal(['keep-alive', 'keep-alive']);
  });
});
