/**
 * Slots: queues that one process works on at once. Queues that wait for their receivers don't count, up to a number.
 */
const maxWorking = 100;
const maxWaiting = 900;
/** One workspace's share of the slots, and of all queues. */
const workspaceShare = 0.2;
/** Share of the slots for endpoints that have not answered yet, or failed the last time: they may hang. */
const unprovenShare = 0.8;

/** Fields of a queue in progress that fairness depends on. */
export interface SlotUser {
  readonly workspaceId: string;
  /** Whether the endpoint answered the last time. */
  readonly isProven: boolean;
  readonly isWaiting: boolean;
}

/**
 * Assigns slots. A workspace gets a fifth of them, or as many as are free, so that one is free for a new workspace. It
 * also gets at most a fifth of all queues, waiting ones included. Some slots are reserved for endpoints that have
 * answered.
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

  /** Workspaces that have their share. */
  get served(): string[] {
    return [...this.#counts.keys()].filter((id) => this.#isServed(id));
  }

  /** Whether the remaining slots are for endpoints that answered the last time. */
  get onlyProven(): boolean {
    return this.#unproven >= maxWorking * unprovenShare;
  }

  /** Whether any queue may have a slot. */
  get isUnlimited(): boolean {
    return this.#free > 0 && !this.onlyProven && this.served.length === 0;
  }

  /** Takes a slot for a queue of the workspace. Returns false when there is none for it. */
  take(workspaceId: string, isProven: boolean): boolean {
    if (this.#free <= 0 || this.#isServed(workspaceId) || (!isProven && this.onlyProven)) return false;
    this.#add({ workspaceId, isProven, isWaiting: false });
    return true;
  }
}
