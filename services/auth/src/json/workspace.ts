import type { Workspace } from '../domain/workspace.js';

/** The workspace as the contract has it. */
export function toWorkspaceJson({ id, name, plan, currency, require_two_factor, created_at }: Workspace) {
  return { id, name, plan, currency, require_two_factor, created_at };
}
