/** The roles of people in a workspace (contract, part 2, "Agent"). */
export const knownRoles: ReadonlySet<string> = new Set(['owner', 'admin', 'agent', 'viewer']);
