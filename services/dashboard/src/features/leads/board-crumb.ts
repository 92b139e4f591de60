/** The list that the page of a lead belongs to. */
export const board = { label: 'Board', to: '/$workspaceId/$mode/pipeline' } as const;
