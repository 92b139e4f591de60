import { type Settings, STORE_BLOCK } from './ports.js';
import { isPortFree } from './probe.js';

/** Ports that one system takes in a row. */
const SYSTEM_BLOCK = 50;
/** Above lie the ports that the kernel gives to outgoing connections. */
const [LOWEST, HIGHEST] = [20_000, 32_700];
const ATTEMPTS = 200;

/** The settings of a system whose ports follow each other from `base` on. */
export function settingsFrom(base: number): Settings {
  const service = (position: number) => ({ http: base + 4 + position, grpc: base + 9 + position });
  return {
    api: base,
    sandbox: base + 1,
    auth: base + 2,
    private: base + 3,
    services: {
      auth: service(0),
      inventory: service(1),
      pipeline: service(2),
      team: service(3),
      webhook: service(4),
    },
    mongo: base + 20,
    rabbitmq: base + 20 + STORE_BLOCK,
    redis: base + 20 + 2 * STORE_BLOCK,
  };
}

/**
 * Settings on a block of ports that are all free now, chosen at random so that test runs beside each other rarely meet.
 * @throws Error when no block was found.
 */
export async function freeSettings(random: () => number = Math.random): Promise<Settings> {
  const blocks = Math.floor((HIGHEST - LOWEST) / SYSTEM_BLOCK);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const base = LOWEST + SYSTEM_BLOCK * Math.floor(random() * blocks);
    const ports = Array.from({ length: SYSTEM_BLOCK }, (_, offset) => base + offset);
    const free = await Promise.all(ports.map(isPortFree));
    if (free.every(Boolean)) return settingsFrom(base);
  }
  throw new Error(`no block of ${SYSTEM_BLOCK} free ports between ${LOWEST} and ${HIGHEST}`);
}
