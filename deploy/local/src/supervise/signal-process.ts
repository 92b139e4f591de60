/** Sends a signal to one process; false when there is no such process any more. */
export function signalProcess(processId: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

/** Sends a signal to every process of the group that `leaderId` leads; false when the group has no member left. */
export function signalGroup(leaderId: number, signal: NodeJS.Signals): boolean {
  return signalProcess(-leaderId, signal);
}
