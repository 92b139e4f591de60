import { type ParsedEnvelope, readText } from '../../broker/message.js';
import type { EventInput } from '../../store/journal/entry.js';

/** Event that makes every service empty its sandbox database of a workspace, or of all. */
export const sandboxResetName = 'sandbox.reset';

export interface SandboxReset {
  /** Id of the workspace, or `everyWorkspace`. */
  readonly workspaceId: string;
  /** Records created up to this time are removed; later ones stay. */
  readonly startedAt: Date;
}

/** Returns the event to commit with the journal entry of the request for a reset. */
export function toResetEvent({ workspaceId, startedAt }: SandboxReset): EventInput {
  return { name: sandboxResetName, data: { workspace_id: workspaceId, started_at: startedAt } };
}

/** Throws when the event is of another kind. */
export function readResetEvent({ data }: Pick<ParsedEnvelope, 'data'>): SandboxReset {
  const startedAt = new Date(readText(data, 'started_at'));
  if (Number.isNaN(startedAt.getTime())) throw new Error("The event's started_at is not a time.");
  return { workspaceId: readText(data, 'workspace_id'), startedAt };
}
