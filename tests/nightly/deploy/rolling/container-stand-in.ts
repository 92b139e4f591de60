import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { listenAnywhere } from '../../../support/listen-anywhere.js';

const replica = fileURLToPath(new URL('../../../support/replicas/replica-process.ts', import.meta.url));
/** Longer than Caddy keeps idle connections and resolved addresses. */
const drainMs = 3_000;

/** Replaces the command `docker`: passes its arguments to the test, and returns the test's answer. */
const program = `#!${process.execPath}
const request = { method: 'POST', body: JSON.stringify(process.argv.slice(2)) };
fetch(process.env.STAND_IN_URL, request).then(async (answer) => {
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
});
`;

interface Container {
  readonly id: string;
  readonly address: string;
  readonly process: ChildProcess;
  isHealthy: boolean;
}

export interface StandInOptions {
  /** Port that all gateways listen on, each on its own address. */
  readonly port: number;
  readonly grpcPort: number;
}

/**
 * Replaces Docker with containers of a gateway. Each container is a process that serves and stops as a gateway does. As
 * in Docker, the name resolves to a container's address from its start until its end, even before it is healthy.
 */
export class ContainerStandIn {
  readonly #options: StandInOptions;
  readonly #server = createServer(async (request, response) => {
    const args: string[] = JSON.parse(await text(request));
    try {
      response.end(await this.#answer(args));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  readonly #containers: Container[] = [];
  #started = 0;
  #folder = '';
  #url = '';
  /** Addresses that the name server returns for the name. */
  readonly addresses: string[] = [];
  /** Whether new containers become healthy. */
  startsHealthy = true;
  /** Ports of the machine that the Compose file publishes. */
  publishedPorts: readonly object[] = [];

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  get ids(): string[] {
    return this.#containers.map(({ id }) => id);
  }

  /** Returns the environment in which `docker` is the stand-in. */
  get environment(): NodeJS.ProcessEnv {
    return { PATH: this.#folder, STAND_IN_URL: this.#url };
  }

  async start(count: number): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'plotline-docker-'));
    await writeFile(join(this.#folder, 'docker'), program);
    await chmod(join(this.#folder, 'docker'), 0o755);
    this.#url = `http://127.0.0.1:${await listenAnywhere(this.#server)}`;
    for (let place = 0; place < count; place += 1) await once(this.#startContainer().process, 'message');
  }

  async stop(): Promise<void> {
    for (const { process: child } of this.#containers) child.kill('SIGKILL');
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #startContainer(): Container {
    this.#started += 1;
    const address = `127.0.0.${1 + this.#started}`;
    const args = [address, this.#options.port, this.#options.grpcPort, 60_000, drainMs].map(String);
    const child = fork(replica, args, { execArgv: ['--import', 'tsx'] });
    const container: Container = { id: `container${this.#started}`, address, process: child, isHealthy: false };
    child.once('message', () => {
      container.isHealthy = this.startsHealthy;
    });
    this.#containers.push(container);
    this.addresses.push(address);
    return container;
  }

  async #stopContainer(id: string | undefined): Promise<void> {
    const container = this.#containers.find((one) => one.id === id);
    if (!container) throw new Error(`no container ${id}`);
    const ended = once(container.process, 'exit');
    container.process.kill('SIGTERM');
    await ended;
    this.addresses.splice(this.addresses.indexOf(container.address), 1);
    this.#containers.splice(this.#containers.indexOf(container), 1);
  }

  async #answer(args: readonly string[]): Promise<string> {
    const [command, action] = args;
    if (command === 'compose' && action === 'config')
      return JSON.stringify({ services: { gateway: { ports: this.publishedPorts } } });
    if (command === 'compose' && action === 'ps') return this.ids.join('\n');
    if (command === 'compose' && action === 'up') {
      const [, count] = /^gateway=(\d+)$/.exec(args[args.indexOf('--scale') + 1] ?? '') ?? [];
      while (this.#containers.length < Number(count)) this.#startContainer();
      return '';
    }
    if (command === 'inspect') {
      const container = this.#containers.find(({ id }) => id === args.at(-1));
      return container?.isHealthy ? 'running healthy' : 'running starting';
    }
    if (command === 'stop') await this.#stopContainer(action);
    return '';
  }
}
