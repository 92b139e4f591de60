import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Gauge, type Registry } from 'prom-client';
import { version } from './version.js';

/** Returns the memory that the process may use: the limit of its container, or the memory of the machine. */
function readMemoryLimit(): number {
  const limit = process.constrainedMemory();
  // Without a limit the value is 0 or larger than any machine's memory.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Registers metrics that describe the process and its limits. They don't change while the process runs. */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'plotline_build_info',
    help: '1, labelled with the version of Plotline and of Node that the process runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: 'plotline_memory_limit_bytes',
    help: 'Memory that the process may use: the limit of its container, or the memory of the machine.',
    registers,
  }).set(readMemoryLimit());
  new Gauge({
    name: 'plotline_heap_limit_bytes',
    help: 'Size of the heap at which the process ends.',
    registers,
  }).set(getHeapStatistics().heap_size_limit);
}
