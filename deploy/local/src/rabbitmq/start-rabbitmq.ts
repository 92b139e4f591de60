import { join } from 'node:path';
import { findGivenServer } from '../given-server.js';
import { MISSING_RABBITMQ, missingServers } from '../missing-server.js';
import { exchangeBytes } from '../net/exchange-bytes.js';
import type { Part, StoreOptions } from '../part.js';
import { superviseProcess } from '../supervise/supervise-process.js';
import { supervisedPart } from '../supervise/supervised-part.js';
import { writeBrokerConfiguration } from './broker-configuration.js';
import { brokerEnvironment } from './broker-environment.js';
import { findRabbitmq } from './find-rabbitmq.js';

/** How many ports from `port` on a private broker takes: AMQP, Erlang distribution, epmd. */
export const RABBITMQ_PORTS = 3;

/** The URL that `startRabbitmq` will give, known before the broker serves. */
export function rabbitmqUrl(environment: NodeJS.ProcessEnv, port: number): string {
  return environment['AMQP_URL'] || `amqp://guest:guest@127.0.0.1:${port}`;
}

/**
 * RabbitMQ at AMQP_URL, else a private instance of the installed rabbitmq-server on 127.0.0.1 with an epmd of its own,
 * so that it neither meets nor disturbs another Erlang node of the machine.
 * @throws Error that names what is missing, or the broker's last lines.
 */
export async function startRabbitmq(options: StoreOptions): Promise<Part> {
  const given = await findGivenServer('rabbitmq', 'AMQP_URL', 5672, options.environment);
  if (given) return given;
  const programs = findRabbitmq(options.environment);
  if (!programs) throw missingServers([MISSING_RABBITMQ], '');
  const { dataDirectory, report, port } = options;
  await writeBrokerConfiguration(dataDirectory);
  const ports = { amqp: port, distribution: port + 1, epmd: port + 2 };
  const shared = {
    environment: brokerEnvironment(dataDirectory, ports, options.environment['PATH'] ?? ''),
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
  const url = rabbitmqUrl(options.environment, port);
  return supervisedPart({ name: 'rabbitmq', url, origin: programs.server, process: broker, helpers: [epmd] });
}

async function listens(port: number, deadline: AbortSignal): Promise<boolean> {
  await exchangeBytes('127.0.0.1', port, Buffer.alloc(0), deadline);
  return true;
}

/** A broker that is ready answers the protocol header with the method frame (type 1) Connection.Start. */
async function speaksAmqp(port: number, deadline: AbortSignal): Promise<boolean> {
  const header = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);
  return (await exchangeBytes('127.0.0.1', port, header, deadline))[0] === 1;
}
