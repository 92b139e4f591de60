import { COMPONENT_NAMES, type ComponentName, type RunningSystem } from '@plotline/local/supervise/running-system';
import { listAllProcesses, type ProcessStat, selectTree } from '../support/process-tree.js';

export interface SystemProcess extends Omit<ProcessStat, 'parent'> {
  readonly part: ComponentName;
}

/** Returns the processes of every part with all their descendants. Returns none without /proc. */
export async function listProcesses(system: RunningSystem): Promise<SystemProcess[]> {
  const running = await listAllProcesses();
  return COMPONENT_NAMES.flatMap((part) =>
    selectTree(running, system.processIds(part)).map(({ parent: _, ...process }) => ({ part, ...process })),
  );
}
