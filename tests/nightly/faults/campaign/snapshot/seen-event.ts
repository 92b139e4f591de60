import { isTree, type Tree, textOf } from '../../../../support/contract/tree.js';

/** An event as a receiver got it, or as the event log tells it. */
export interface SeenEvent {
  readonly id: string;
  readonly event: string;
  readonly workspaceId: string;
  readonly data: Tree;
  /** Null where the payload has none. */
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

/** The record that an event tells of. */
export function subjectOf({ event, data }: SeenEvent): unknown {
  return event === 'lead.note_added' ? data.lead_id : data.id;
}

/** The lead was erased: what is told after that is its id alone. */
export function isReduced({ data }: SeenEvent): boolean {
  return Object.keys(data).length === 1;
}
