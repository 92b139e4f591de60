export interface WorkspaceSharesOptions {
  /** For all workspaces together. */
  readonly max: number;
  /** For one; without it, half of all, which is when it has as much as it leaves free. */
  readonly maxOfWorkspace?: number;
}

/** What workspaces share. One may take as much as it leaves free, up to its share, so that there is something for one that comes new. */
export class WorkspaceShares {
  readonly #maxOfWorkspace: number;
  readonly #taken = new Map<string, number>();
  #free: number;

  constructor({ max, maxOfWorkspace = max }: WorkspaceSharesOptions) {
    this.#free = max;
    this.#maxOfWorkspace = maxOfWorkspace;
  }

  /** Whether nobody has taken anything. */
  get isUntouched(): boolean {
    return this.#taken.size === 0;
  }

  /** Whether there is as much for the workspace. */
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
