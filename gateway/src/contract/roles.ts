/** The roles of people in a workspace. */
export const knownRoles: ReadonlySet<string> = new Set(['owner', 'admin', 'agent', 'viewer']);
