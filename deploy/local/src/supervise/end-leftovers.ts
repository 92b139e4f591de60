import { setTimeout as delay } from 'node:timers/promises';
import { readProcessIdentity, signalGroup, signalProcess } from './os-process.js';
import { type RecordedProcess, readRunRecord } from './run-record.js';

const GRACE_MS = 8_000;
const POLL_MS = 50;

/**
 * Ends the processes that an earlier run on this data left behind, and returns their number. Ends a process only if it
 * is the recorded one, not a later process with the same id.
 * @throws Error when the launcher of that run is still running.
 */
export async function endLeftovers(runRecordFile: string): Promise<number> {
  const record = readRunRecord(runRecordFile);
  if (record === undefined) return 0;
  const { launcher } = record;
  if (isRunning(launcher)) {
    throw new Error(
      `Plotline already runs on this data (process ${launcher.processId}). Stop it first, with Ctrl-C or \`kill ${launcher.processId}\`.`,
    );
  }
  const leftovers = record.processes.filter(isRunning);
  for (const { processId } of leftovers) signalProcess(processId, 'SIGTERM');
  await waitUntilEnded(leftovers, GRACE_MS);
  for (const { processId } of leftovers.filter(isRunning)) {
    if (!signalGroup(processId, 'SIGKILL')) signalProcess(processId, 'SIGKILL');
  }
  await waitUntilEnded(leftovers, GRACE_MS);
  const stuck = leftovers.filter(isRunning).map((leftover) => leftover.processId);
  if (stuck.length > 0) throw new Error(`Processes of an earlier run can't be ended: ${stuck.join(', ')}`);
  return leftovers.length;
}

function isRunning(recorded: RecordedProcess): boolean {
  return readProcessIdentity(recorded.processId) === recorded.identity;
}

async function waitUntilEnded(processes: readonly RecordedProcess[], milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (processes.some(isRunning) && Date.now() < deadline) await delay(POLL_MS);
}
