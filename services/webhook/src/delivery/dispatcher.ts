import { randomUUID } from 'node:crypto';
import type { Mode } from '@plotline/kit/caller';
import { modes } from '@plotline/kit/mongo/connect';
import { type LaneOptions, workLane } from './work-lane.js';

/** Receivers served at once by one process. */
const widest = 32;
const pollEveryMs = 1_000;
/** A holder begins no attempt after this, so that receivers with much to take share the places. */
const tenureMs = 4_000;
/** A lane whose holder died is free after this: tenure, the longest attempt, storing its outcome. */
const heldMs = 12_000;
/** Attempts under way get this long to end when the process stops. */
const patienceMs = 2_500;

/** Finds lanes with something due and works them: at once when told of one, and by looking every second. */
export class Dispatcher {
  readonly name = 'deliveries';
  readonly #options: LaneOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #claiming = new Set<Mode>();
  readonly #again = new Set<Mode>();
  readonly #abandon = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#wakeAll(), pollEveryMs);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const mode of modes) this.wake(mode);
  }

  /** Something may be due in a lane of that mode. */
  wake(mode: Mode): void {
    if (this.#stopping || this.#timer === undefined) return;
    this.#again.add(mode);
    if (this.#claiming.has(mode)) return;
    this.#claiming.add(mode);
    void this.#claim(mode);
  }

  async #claim(mode: Mode): Promise<void> {
    try {
      while (this.#again.delete(mode)) {
        while (!this.#stopping && this.#running.size < widest && (await this.#take(mode)));
      }
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'due deliveries could not be looked for');
    } finally {
      this.#claiming.delete(mode);
    }
  }

  /** Claims one lane and begins to work it; false when none has anything due. */
  async #take(mode: Mode): Promise<boolean> {
    const { clock, lanes, log } = this.#options;
    const now = clock().getTime();
    const claimed = await lanes.claim(mode, randomUUID(), new Date(now), new Date(now + heldMs));
    if (!claimed) return false;
    const { workspace_id, ...lane } = claimed;
    const tenure = {
      until: new Date(now + tenureMs),
      signal: this.#abandon.signal,
      stopping: () => this.#stopping,
    };
    const work = workLane(this.#options, { workspaceId: workspace_id, mode }, lane, tenure)
      // The lane comes free when its time is over; what was under way is then attempted again.
      .catch((error: unknown) => log.error({ err: error, webhook: lane.id }, 'deliveries were interrupted'))
      .finally(() => {
        this.#running.delete(work);
        this.#wakeAll();
      });
    this.#running.add(work);
    return true;
  }

  /** Begins nothing more; what is under way may end, for a short while. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#abandon.abort(), patienceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }
}
