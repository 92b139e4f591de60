/** An example of the payload of each public event, by name. */
export type EventExamples = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Returns the example of an event, as an event of the workspace. The records in the example exist in no workspace. */
export function toExample(examples: EventExamples, event: string, workspaceId: string): unknown {
  return { ...examples.get(event), workspace_id: workspaceId };
}
