import type { Mode } from '@plotline/kit/caller';
import { modes } from '@plotline/kit/mongo/connect';
import type { Context } from '../context.js';
import type { DueDeparture } from '../store/departures.js';
import { isHandover } from './find-heir.js';
import { nextSweepAt } from './handover-times.js';
import { type HandoverParts, moveToHeir } from './move-to-heir.js';

const everyMs = 3_000;
const batch = 50;

/**
 * Background work that moves the leads which reached an agent after the handover: whoever stored them had seen the agent
 * active just before. One replica at a time.
 */
export class HandoverSweep {
  readonly name = 'handover-sweep';
  readonly #context: HandoverParts & Pick<Context, 'foundation'>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(context: HandoverParts & Pick<Context, 'foundation'>) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), everyMs);
    this.#timer.unref();
    this.#tick();
  }

  #tick(): void {
    this.#running ??= this.run()
      .catch((error: unknown) => this.#context.foundation.log.warn({ err: error }, 'handovers could not be swept'))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Looks once at all that is due. */
  async run(): Promise<void> {
    const { departures, clock } = this.#context;
    for (const mode of modes) {
      if (!(await this.#goesOn(mode))) continue;
      const now = clock();
      for (let due = batch; due === batch; ) {
        const found = await departures.due(mode, now, batch);
        due = found.length;
        for (const departure of found) {
          if (!(await this.#goesOn(mode))) return;
          await this.#sweep(mode, departure);
        }
      }
    }
  }

  async #goesOn(mode: Mode): Promise<boolean> {
    return !this.#stopped && (await this.#context.foundation.lease.hold(mode, this.name));
  }

  /** Moves what there is. What does not succeed is tried again, after the last time too. */
  async #sweep(mode: Mode, departure: DueDeparture): Promise<void> {
    const { departures, clock, foundation } = this.#context;
    const { workspace_id: workspaceId, request_id: requestId, final_at } = departure;
    const scope = { workspaceId, mode };
    const began = clock();
    let isSwept = false;
    try {
      const upkeep = { scope, name: 'handover', requestId };
      isSwept =
        !isHandover(departure) || (await moveToHeir(this.#context, upkeep, departure, () => this.#goesOn(mode)));
    } catch (error) {
      foundation.log.warn({ err: error, agent: departure.agent_id }, 'leads could not be handed over yet');
    }
    const isOver = isSwept && (final_at === null || final_at <= began);
    await departures.postpone(scope, departure, isOver ? null : nextSweepAt(clock()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
