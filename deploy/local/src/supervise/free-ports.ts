import { holdLock } from '../stores/hold-lock.js';
import { type Ports, STORE_BLOCK } from './ports.js';
import { isPortFree } from './probe.js';

/** Number of consecutive ports that one system uses. */
const SYSTEM_BLOCK = 50;
/** The kernel uses the ports above this one for outgoing connections. */
const [MIN_PORT, MAX_PORT] = [20_000, 32_700];
const MAX_ATTEMPTS = 200;

/** Returns the ports of a system, numbered consecutively from `base`. */
export function toConsecutivePorts(base: number): Ports {
  const service = (position: number) => ({ http: base + 4 + position, grpc: base + 12 + position });
  return {
    api: base,
    sandbox: base + 1,
    auth: base + 2,
    private: base + 3,
    simulator: base + 11,
    services: {
      auth: service(0),
      inventory: service(1),
      pipeline: service(2),
      team: service(3),
      webhook: service(4),
      transfer: service(5),
      connect: service(6),
    },
    mongo: base + 20,
    rabbitmq: base + 20 + STORE_BLOCK,
    redis: base + 20 + 2 * STORE_BLOCK,
  };
}

/**
 * Returns a random block of ports that are all free now. Reserves it until this process ends, so that two processes
 * don't choose the same block.
 * @throws Error when no block was found.
 */
export async function findFreePorts(random: () => number = Math.random): Promise<Ports> {
  const blocks = Math.floor((MAX_PORT - MIN_PORT) / SYSTEM_BLOCK);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const base = MIN_PORT + SYSTEM_BLOCK * Math.floor(random() * blocks);
    const ports = Array.from({ length: SYSTEM_BLOCK }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isPortFree));
    if (free.every(Boolean) && (await holdLock(`ports from ${base}`, 0))) return toConsecutivePorts(base);
  }
  throw new Error(`no block of ${SYSTEM_BLOCK} free ports between ${MIN_PORT} and ${MAX_PORT}`);
}
