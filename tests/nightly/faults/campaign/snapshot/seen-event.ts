import { isTree, type Tree, textOf } from '../../../../support/contract/tree.js';

/** Event that a receiver got or that the event log contains. */
export interface SeenEvent {
  readonly id: string;
  readonly event: string;
  readonly workspaceId: string;
  readonly data: Tree;
  /** Null when the payload has none. */
  readonly previous: Tree | null;
  readonly body: string;
}

export function toEvent(payload: Tree): SeenEvent {
  const { id, event, workspace_id: workspaceId, data, previous } = payload;
  return {
    id: textOf(id) ?? '',
    event: textOf(event) ?? '',
    workspaceId: textOf(workspaceId) ?? '',
    data: isTree(data) ? data : {},
    previous: isTree(previous) ? previous : null,
    body: JSON.stringify(payload),
  };
}

/** Record that the event is about. */
export function subjectOf({ event, data }: SeenEvent): unknown {
  return event === 'lead.note_added' ? data.lead_id : data.id;
}

/** Returns whether the event has only an id, because its lead was erased. */
export function isReduced({ data }: SeenEvent): boolean {
  return Object.keys(data).length === 1;
}
