export interface WorkspaceSharesOptions {
  /** For all workspaces together. */
  readonly max: number;
  /** For one workspace. The default is half of all, at which it uses as much as it leaves free. */
  readonly maxOfWorkspace?: number;
}

/**
 * Shares a resource among workspaces. One may take as much as it leaves free, up to its share, so that something
 * remains for a new workspace.
 */
export class WorkspaceShares {
  readonly #maxOfWorkspace: number;
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor({ max, maxOfWorkspace = max }: WorkspaceSharesOptions) {
    this.#free = max;
    this.#maxOfWorkspace = maxOfWorkspace;
  }

  /** Whether nothing is taken. */
  get isUntouched(): boolean {
    return this.#taken.size === 0;
  }

  /** Returns whether the workspace can take this much. */
  has(workspaceId: string, amount: number): boolean {
    const taken = (this.#taken.get(workspaceId) ?? 0) + amount;
    return taken <= Math.min(this.#free, this.#maxOfWorkspace);
  }

  take(workspaceId: string, amount: number): void {
    this.#free -= amount;
    const taken = (this.#taken.get(workspaceId) ?? 0) + amount;
    if (taken > 0) this.#taken.set(workspaceId, taken);
    else this.#taken.delete(workspaceId);
  }

  giveBack(workspaceId: string, amount: number): void {
    this.take(workspaceId, -amount);
  }
}
