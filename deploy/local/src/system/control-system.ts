import type { RunningSystem, SystemAddresses } from './running-system.js';
import { type ProgramsInput, startService } from './start-programs.js';

const READY_WITHIN_MS = 30_000;

/** What can be done with the parts of a system while it runs. */
export function controlSystem(programs: ProgramsInput): Omit<RunningSystem, keyof SystemAddresses | 'stop'> {
  const { parts } = programs;
  return {
    processIds: (name) => parts.get(name).processIds(),
    kill: (name) => parts.supervised(name).kill(),
    hold: (name) => parts.supervised(name).hold(),
    release: (name) => parts.supervised(name).release(),
    async restart(name) {
      await parts.supervised(name).hold();
      await parts.supervised(name).release();
    },
    whenReady: (name, withinMs = READY_WITHIN_MS) => parts.supervised(name).whenReady(AbortSignal.timeout(withinMs)),
    startInstance: (service, ports) => startService(programs, service, parts.nextInstanceName(service), ports),
  };
}
