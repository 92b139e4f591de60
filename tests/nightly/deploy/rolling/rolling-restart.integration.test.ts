import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { root } from '../../../deploy/compose-file.js';
import { eventually } from '../../../support/eventually.js';
import { freePorts } from '../../../support/free-port.js';
import { type NameServer, startNameServer } from '../../../support/name-server.js';
import { obtainCaddy } from '../../../support/obtain-caddy.js';
import { ContainerStandIn } from './container-stand-in.js';

describe('deploy/rolling-restart.mjs', () => {
  let containers: ContainerStandIn;
  let names: NameServer;
  let caddy: ChildProcess;
  let home: string;
  let url: string;

  async function restart(...args: readonly string[]) {
    const child = spawn(process.execPath, [join(root, 'deploy/rolling-restart.mjs'), ...args], {
      env: containers.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await ended;
    return { code: Number(code), output, errors };
  }

  /**
   * Sends requests on kept-alive connections until the work is done. Resolves to the answers and the result of the
   * work.
   */
  async function underLoad<T>(work: () => Promise<T>) {
    let isOver = false;
    const answers: string[] = [];
    const client = async (method: string, pauseMs: number) => {
      while (!isOver) {
        const body = method === 'POST' ? { body: '{"name":"Ada"}' } : {};
        const answer = await fetch(url, { method, ...body }).catch(String);
        answers.push(typeof answer === 'string' ? answer : `${answer.status}`);
        if (typeof answer !== 'string') await answer.text();
        await sleep(pauseMs);
      }
    };
    // The pauses leave connections idle for different times.
    const clients = [client('POST', 0), client('POST', 7), client('POST', 400), client('GET', 0), client('GET', 2_100)];
    const result = await work();
    isOver = true;
    await Promise.all(clients);
    return { answers, result };
  }

  before(async () => {
    const [port = 0, grpcPort = 0, api = 0, sandbox = 0, auth = 0] = await freePorts(5);
    url = `http://localhost:${api}`;
    containers = new ContainerStandIn({ port, grpcPort });
    await containers.start(2);
    names = await startNameServer(containers.addresses);
    home = await mkdtemp(join(tmpdir(), 'plotline-caddy-'));
    const environment = {
      API_BASE_URL: url,
      SANDBOX_BASE_URL: `http://localhost:${sandbox}`,
      AUTH_BASE_URL: `http://localhost:${auth}`,
      ACME_EMAIL: 'admin@example.com',
      NAME_SERVER: `127.0.0.1:${names.port}`,
      GATEWAY_API_PORT: String(port),
      HOME: home,
    };
    const file = join(root, 'deploy', 'container', 'Caddyfile');
    caddy = spawn(await obtainCaddy(process.env), ['run', '--adapter', 'caddyfile', '--config', file], {
      env: environment,
      stdio: 'ignore',
    });
    await eventually(async () => expect((await fetch(url)).status).to.equal(200), 20_000);
  });
  after(async () => {
    caddy.kill();
    await once(caddy, 'exit');
    names.stop();
    await containers.stop();
    await rm(home, { recursive: true, force: true });
  });

  it('replaces every container without failing a request', async () => {
    const former = containers.ids;
    const { answers, result } = await underLoad(() => restart('gateway'));
    expect(result).to.deep.equal({
      code: 0,
      output: 'gateway: 1 of 2 replaced\ngateway: 2 of 2 replaced\n',
      errors: '',
    });
    expect(containers.ids).to.have.length(2).and.not.to.include.any.members(former);
    expect(answers.length).to.be.greaterThan(500);
    expect(new Set(answers)).to.deep.equal(new Set(['200']));
  });

  it('keeps the old containers when a new one does not become healthy, without failing a request', async () => {
    const former = containers.ids;
    containers.startsHealthy = false;
    const { answers, result } = await underLoad(() => restart('--timeout', '6', 'gateway'));
    containers.startsHealthy = true;
    expect(result.code).to.equal(1);
    expect(result.errors).to.include('did not become healthy, so the old one stays');
    expect(containers.ids).to.deep.equal(former);
    expect(new Set(answers)).to.deep.equal(new Set(['200']));
  });

  it('refuses a program that publishes a port, before it changes anything', async () => {
    const former = containers.ids;
    containers.publishedPorts = [{ published: '8080' }];
    const { code, errors } = await restart('gateway');
    containers.publishedPorts = [];
    expect([code, containers.ids]).to.deep.equal([1, former]);
    expect(errors).to.include('Use deploy/compose.tls.yml');
  });

  it('prints its usage, and refuses an unknown program or number', async () => {
    expect((await restart('--help')).output).to.match(/^Usage: rolling-restart\.mjs/);
    for (const args of [['portal'], ['--settle', 'soon', 'gateway'], ['--unknown']]) {
      const { code, output, errors } = await restart(...args);
      expect([code, output], args[0]).to.deep.equal([1, '']);
      expect(errors).to.not.match(/\n\s+at /);
    }
  });
});
