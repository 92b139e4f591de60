import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Component, type StoreOptions, toComponent } from '../../supervise/component.js';
import { exchangeBytes } from '../../supervise/probe.js';
import { superviseProcess } from '../../supervise/supervise-process.js';
import { obtainServerRoot, type PackageRecipe } from '../debian/package-root.js';
import { findBinary, findConfiguredServer, MISSING_RABBITMQ } from '../find-server.js';
import {
  type BrokerAccess,
  createBrokerEnvironment,
  toLocalPassword,
  writeBrokerConfiguration,
} from './broker-configuration.js';

/** Programs that a private broker needs. */
interface RabbitmqPrograms {
  readonly server: string;
  readonly epmd: string;
  /** Folder in which the server looks for Erlang. */
  readonly searchPath: string;
}

const ERLANG = 'usr/lib/erlang';

const recipe: PackageRecipe = {
  name: 'rabbitmq',
  packages: ['rabbitmq-server'],
  programs: [ERLANG],
  async finish(root) {
    // Erlang's start script contains the folder of its installation.
    const script = join(root, ERLANG, 'bin/erl');
    const text = await readFile(script, 'utf8');
    await writeFile(script, text.replaceAll(`ROOTDIR=/${ERLANG}`, `ROOTDIR='${join(root, ERLANG)}'`));
  },
};

/**
 * Returns the broker that is installed on this machine, or undefined. Uses the script behind Debian's wrapper
 * /usr/sbin/rabbitmq-server. The wrapper runs only as root or as the user rabbitmq, who can't enter a private checkout.
 */
export function findRabbitmq(environment: NodeJS.ProcessEnv): RabbitmqPrograms | undefined {
  const searchPath = environment['PATH'] ?? '';
  const server =
    findBinary('rabbitmq-server', '', ['/usr/lib/rabbitmq/bin']) ??
    findBinary('rabbitmq-server', searchPath, ['/usr/local/sbin', '/opt/homebrew/sbin', '/usr/sbin']);
  const epmd = findBinary('epmd', searchPath, ['/usr/bin', '/usr/lib/erlang/bin', '/opt/homebrew/bin']);
  return server && epmd ? { server, epmd, searchPath } : undefined;
}

async function unpackRabbitmq(options: StoreOptions): Promise<RabbitmqPrograms> {
  const root = await obtainServerRoot(MISSING_RABBITMQ, recipe, options);
  const erlang = join(root, ERLANG, 'bin');
  const searchPath = `${erlang}:${options.environment['PATH'] ?? ''}`;
  return { server: join(root, 'usr/lib/rabbitmq/bin/rabbitmq-server'), epmd: join(erlang, 'epmd'), searchPath };
}

/** Number of consecutive ports, starting with `port`, that a private broker uses: AMQP, Erlang distribution, epmd. */
export const RABBITMQ_PORTS = 3;

/**
 * Returns the URL that `startRabbitmq` will return for a user, even before the broker is ready. A server in the
 * environment has one URL for all users.
 */
export function getRabbitmqUrl(environment: NodeJS.ProcessEnv, port: number, user = 'guest'): string {
  return environment['AMQP_URL'] || `amqp://${user}:${toLocalPassword(user)}@127.0.0.1:${port}`;
}

export type RabbitmqOptions = StoreOptions & BrokerAccess;

/**
 * Finds RabbitMQ at AMQP_URL. Otherwise starts a private instance of the installed rabbitmq-server or of Debian's
 * package. A private instance listens on 127.0.0.1 with its own epmd, separate from the machine's other Erlang nodes.
 * @throws Error with what is missing, or with the broker's last lines.
 */
export async function startRabbitmq(options: RabbitmqOptions): Promise<Component> {
  const given = await findConfiguredServer('rabbitmq', 'AMQP_URL', 5672, options.environment);
  if (given) return given;
  const programs = findRabbitmq(options.environment) ?? (await unpackRabbitmq(options));
  const { dataDirectory, report, port } = options;
  await writeBrokerConfiguration(programs.server, dataDirectory, options);
  const ports = { amqp: port, distribution: port + 1, epmd: port + 2 };
  const shared = {
    environment: createBrokerEnvironment(dataDirectory, ports, programs.searchPath),
    directory: dataDirectory,
    report,
    onStart: options.onStart,
  };
  const epmd = superviseProcess({
    ...shared,
    name: 'epmd',
    command: programs.epmd,
    args: ['-port', String(ports.epmd), '-address', '127.0.0.1'],
    logFile: join(options.logDirectory, 'epmd.log'),
    isReady: (deadline) => listens(ports.epmd, deadline),
    readyWithinMs: 10_000,
    stopWithinMs: 1_000,
  });
  const broker = superviseProcess({
    ...shared,
    name: 'rabbitmq',
    command: programs.server,
    args: [],
    logFile: join(options.logDirectory, 'rabbitmq.log'),
    isReady: (deadline) => speaksAmqp(ports.amqp, deadline),
    readyWithinMs: 90_000,
    stopWithinMs: 5_000,
  });
  await epmd.start();
  await broker.start().catch(async (error: unknown) => {
    await epmd.stop();
    throw error;
  });
  const url = getRabbitmqUrl(options.environment, port);
  return toComponent({ name: 'rabbitmq', url, origin: programs.server, process: broker, helpers: [epmd] });
}

async function listens(port: number, deadline: AbortSignal): Promise<boolean> {
  await exchangeBytes({ host: '127.0.0.1', port }, Buffer.alloc(0), deadline);
  return true;
}

/** A ready broker answers the protocol header with the method frame (type 1) Connection.Start. */
async function speaksAmqp(port: number, deadline: AbortSignal): Promise<boolean> {
  const header = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);
  return (await exchangeBytes({ host: '127.0.0.1', port }, header, deadline))[0] === 1;
}
