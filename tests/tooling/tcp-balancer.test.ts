import { createServer, type RequestListener, type Server } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { listenAnywhere } from '../support/listen-anywhere.js';
import { startTcpBalancer, type TcpBalancer } from '../support/tcp-balancer.js';

describe('the test balancer', () => {
  const stoppables: (Server | TcpBalancer)[] = [];
  afterEach(async () => {
    for (const one of stoppables.splice(0)) await ('stop' in one ? one.stop() : one.close());
  });

  async function startTarget(handle: RequestListener): Promise<number> {
    const server = createServer((request, response) => {
      response.setHeader('connection', 'close');
      handle(request, response);
    });
    stoppables.push(server);
    return listenAnywhere(server);
  }

  async function balance(...ports: number[]): Promise<string> {
    const balancer = await startTcpBalancer(ports);
    stoppables.push(balancer);
    return `http://127.0.0.1:${balancer.port}/`;
  }

  const ask = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text();

  it("forwards each of many connections while one target doesn't listen", async () => {
    const url = await balance(await freePort(), await startTarget((_request, response) => response.end('there')));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(url).catch(String)));
    expect(answers.filter((answer) => answer !== 'there')).to.deep.equal([]);
  });

  it('sends no more connections to a target that reported not ready, even if it stops responding', async () => {
    let isMute = false;
    const stopping = await startTarget((request, response) => {
      if (request.url !== '/ready') response.end('stopping');
      else if (!isMute) response.writeHead(503).end();
    });
    const url = await balance(stopping, await startTarget((_request, response) => response.end('ready')));
    const answers = () => Promise.all([ask(url), ask(url), ask(url), ask(url)]);
    const onlyReady = Array.from({ length: 4 }, () => 'ready');
    await eventually(async () => expect(await answers()).to.deep.equal(onlyReady));
    isMute = true;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await answers()).to.deep.equal(onlyReady);
  });
});
