/** Slots: queues that one process works on at once. Those that wait for their receivers do not count, up to a number. */
const maxWorking = 100;
const maxWaiting = 900;
/** Of the slots, and of all queues, for one workspace. */
const workspaceShare = 0.2;
/** Of the slots, for endpoints that have not answered yet, or failed the last time: they may hang. */
const unprovenShare = 0.8;

/** A queue that is worked on, as far as fairness goes. */
export interface SlotUser {
  readonly workspaceId: string;
  /** The endpoint has answered the last time. */
  readonly isProven: boolean;
  readonly isWaiting: boolean;
}

/**
 * Who may have a slot. A workspace has a fifth of them, or as many as are free, so that there is a free one for a workspace that comes
 * new; and a fifth of all queues, those that wait included. Of the slots some are left to endpoints that have answered.
 */
export class Slots {
  readonly #counts = new Map<string, { working: number; all: number }>();
  #free = maxWorking;
  #unproven = 0;

  constructor(users: Iterable<SlotUser>) {
    let waiting = 0;
    for (const user of users) {
      if (user.isWaiting) waiting += 1;
      this.#add(user);
    }
    this.#free -= Math.max(0, waiting - maxWaiting);
  }

  #add({ workspaceId, isProven, isWaiting }: SlotUser): void {
    const working = isWaiting ? 0 : 1;
    const count = this.#counts.get(workspaceId) ?? { working: 0, all: 0 };
    this.#counts.set(workspaceId, { working: count.working + working, all: count.all + 1 });
    this.#free -= working;
    if (!isProven) this.#unproven += working;
  }

  #isServed(workspaceId: string): boolean {
    const { working, all } = this.#counts.get(workspaceId) ?? { working: 0, all: 0 };
    const share = Math.min(this.#free, maxWorking * workspaceShare);
    return working >= share || all >= (maxWorking + maxWaiting) * workspaceShare;
  }

  get free(): number {
    return Math.max(0, this.#free);
  }

  /** The workspaces that have their share. */
  get served(): string[] {
    return [...this.#counts.keys()].filter((id) => this.#isServed(id));
  }

  /** What is left is for endpoints that have answered the last time. */
  get onlyProven(): boolean {
    return this.#unproven >= maxWorking * unprovenShare;
  }

  /** Any queue may have one. */
  get isUnlimited(): boolean {
    return this.#free > 0 && !this.onlyProven && this.served.length === 0;
  }

  /** Takes a slot for a queue of the workspace. False when there is none for it. */
  take(workspaceId: string, isProven: boolean): boolean {
    if (this.#free <= 0 || this.#isServed(workspaceId) || (!isProven && this.onlyProven)) return false;
    this.#add({ workspaceId, isProven, isWaiting: false });
    return true;
  }
}
