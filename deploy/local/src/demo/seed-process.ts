import { text } from 'node:stream/consumers';
import type { SystemAddresses } from '../system/running-system.js';
import { seedDemo } from './seed-demo.js';

// Run by the launcher, which writes the addresses of the running system to standard input.
const system: unknown = JSON.parse(await text(process.stdin));
if (!isSystemAddresses(system)) throw new Error('standard input holds no system addresses');
await seedDemo(system);

/** The writer is the launcher of the same build, so a few fields tell. */
function isSystemAddresses(value: unknown): value is SystemAddresses {
  return typeof value === 'object' && value !== null && 'urls' in value && 'services' in value && 'demoFile' in value;
}
