import { setTimeout as sleep } from 'node:timers/promises';
import { isTree, treesOf } from '../../../../support/contract/tree.js';
import type { History } from '../history/operation.js';
import { type SeenEvent, toEvent } from '../snapshot/seen-event.js';
import { Integrator } from './integrator.js';
import type { Tenant } from './tenant.js';

const pauseMs = 200;

/** Reads a tenant's event log by cursor, page by page, as an integrator does that must miss nothing. */
export class LogFollower {
  readonly tenant: Tenant;
  /** Events in the order in which they were read. */
  readonly events: SeenEvent[] = [];
  /** Number of times that the log reported that events were removed. */
  gaps = 0;
  readonly #client: Integrator;
  #query = '';

  constructor(tenant: Tenant, history: History) {
    this.tenant = tenant;
    const options = { ...tenant, tenant: tenant.name, name: `${tenant.name}/follower` };
    this.#client = new Integrator(options, history, tenant.workspaceId);
  }

  /** Continues reading until the log ends or a request fails. */
  async catchUp(): Promise<void> {
    for (;;) {
      const path = `/v1/events?per_page=20${this.#query}`;
      const { data, meta, operation } = await this.#client.call({ name: 'listEvents', method: 'GET', path });
      if (operation.answer?.status !== 200) return;
      this.events.push(...treesOf(data).filter(isTree).map(toEvent));
      if (meta.has_gap === true) this.gaps += 1;
      this.#query = `&after=${String(meta.next_cursor)}`;
      if (meta.has_more !== true) return;
    }
  }

  /** Reads until `isOver`. */
  async follow(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.catchUp();
      await sleep(pauseMs);
    }
  }
}
