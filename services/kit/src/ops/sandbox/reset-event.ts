import { type ParsedEnvelope, readText } from '../../broker/event-envelope.js';
import type { EventInput } from '../../store/journal/entry.js';

/** The event on which every service empties its sandbox database of a workspace, or of all. */
export const sandboxResetName = 'sandbox.reset';

export interface SandboxReset {
  /** Its id, or `everyWorkspace`. */
  readonly workspaceId: string;
  /** Records that were created until then are removed, later ones stay. */
  readonly startedAt: Date;
}

/** The event to commit with the journal entry of whoever asks for the reset. */
export function toResetEvent({ workspaceId, startedAt }: SandboxReset): EventInput {
  return { name: sandboxResetName, data: { workspace_id: workspaceId, started_at: startedAt } };
}

/** Throws when the event is of another kind. */
export function readResetEvent({ data }: Pick<ParsedEnvelope, 'data'>): SandboxReset {
  const startedAt = new Date(readText(data, 'started_at'));
  if (Number.isNaN(startedAt.getTime())) throw new Error("The event's started_at is no time.");
  return { workspaceId: readText(data, 'workspace_id'), startedAt };
}
