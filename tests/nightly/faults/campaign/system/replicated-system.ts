import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import type { Ports } from '@plotline/local/supervise/ports';
import { toGatewayUrls } from '@plotline/local/supervise/program-environment';
import type { RunningSystem, ServiceName } from '@plotline/local/supervise/running-system';
import { startSystem } from '@plotline/local/supervise/start-system';
import type { SystemOptions } from '@plotline/local/supervise/system-options';
import { passingEnvironment } from '../../../../support/own-environment.js';
import { startTcpBalancer, type TcpBalancer } from '../../../../support/tcp-balancer.js';

const checkout = resolve(import.meta.dirname, '../../../../..');

export interface GatewayAddress {
  /** `gateway` or `gateway-2` */
  readonly name: string;
  readonly live: string;
  readonly sandbox: string;
}

/** System with two gateways and two processes of each service. */
export interface ReplicatedSystem {
  readonly system: RunningSystem;
  readonly gateways: readonly GatewayAddress[];
  /** Stops everything and removes the data, unless PLOTLINE_KEEP is set. */
  stop(): Promise<void>;
}

async function balance(ports: readonly Ports[]): Promise<Record<ServiceName, TcpBalancer>> {
  const start = (name: ServiceName) => startTcpBalancer(ports.map(({ services }) => services[name].http));
  return {
    auth: await start('auth'),
    inventory: await start('inventory'),
    pipeline: await start('pipeline'),
    team: await start('team'),
    webhook: await start('webhook'),
    transfer: await start('transfer'),
    connect: await start('connect'),
  };
}

function toGatewayAddress(ports: Ports, place: number): GatewayAddress {
  const { api: live, sandbox } = toGatewayUrls(ports);
  return { name: place === 0 ? 'gateway' : `gateway-${place + 1}`, live, sandbox };
}

/**
 * Starts the system with its own ports and data, and with the given programs, variables and broker permissions, if any.
 */
export async function startReplicatedSystem(
  report: (line: string) => void,
  signal?: AbortSignal,
  options: Pick<SystemOptions, 'programs' | 'programEnvironment' | 'brokerPermissions'> = {},
): Promise<ReplicatedSystem> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'plotline-campaign-'));
  const [ports, replica] = [await findFreePorts(), await findFreePorts()];
  const balancers = await balance([ports, replica]);
  const toUrl = (name: ServiceName) => `http://127.0.0.1:${balancers[name].port}`;
  const stopBalancers = () => Promise.all(Object.values(balancers).map((balancer) => balancer.stop()));
  try {
    const system = await startSystem({
      checkout,
      dataDirectory,
      ports,
      replicas: [replica],
      serviceUrls: {
        auth: toUrl('auth'),
        inventory: toUrl('inventory'),
        pipeline: toUrl('pipeline'),
        team: toUrl('team'),
        webhook: toUrl('webhook'),
        transfer: toUrl('transfer'),
        connect: toUrl('connect'),
      },
      // A campaign sends more requests in a minute than any plan allows.
      environment: { ...passingEnvironment(), PLOTLINE_DEMO: 'off', LIMITS_FACTOR: '1000' },
      report,
      ...options,
      ...(signal && { signal }),
    });
    return {
      system,
      gateways: [ports, replica].map(toGatewayAddress),
      async stop() {
        await system.stop();
        await stopBalancers();
        if (process.env.PLOTLINE_KEEP) report(`kept ${dataDirectory}`);
        else await rm(dataDirectory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stopBalancers();
    throw error;
  }
}
