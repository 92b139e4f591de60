import { Counter, Gauge, type Registry } from 'prom-client';
import { readHashingQueue } from './password-hashing.js';

/** Registers metrics of the queue of passwords that wait to be hashed or checked. */
export function registerHashingMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'plotline_password_hashing_running',
    help: 'Passwords that are being hashed or checked.',
    registers,
    collect() {
      this.set(readHashingQueue().running);
    },
  });
  new Gauge({
    name: 'plotline_password_hashing_waiting',
    help: 'Passwords that wait to be hashed or checked.',
    registers,
    collect() {
      this.set(readHashingQueue().waiting);
    },
  });
  new Counter({
    name: 'plotline_password_hashing_refusals_total',
    help: 'Requests that were refused because too many passwords waited, or for too long.',
    registers,
    collect() {
      this.reset();
      this.inc(readHashingQueue().refused);
    },
  });
}
