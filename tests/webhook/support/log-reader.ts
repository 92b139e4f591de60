import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import type { Reply } from '../../support/started-service.js';
import type { WebhookService } from './webhook-service.js';

/** Answer from the event log. */
export interface LogAnswer {
  readonly ids: readonly string[];
  readonly entries: { readonly id: string; readonly event: string }[];
  readonly meta: Reply['meta'];
}

/** Client that reads a workspace's event log. */
export class LogReader {
  readonly #service: WebhookService;
  readonly #as: Partial<Caller>;

  constructor(service: WebhookService, as: Partial<Caller>) {
    this.#service = service;
    this.#as = as;
  }

  ask(query: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.#service.request('GET', `/v1/events?${new URLSearchParams(query)}`, { as: this.#as });
  }

  async read(query: Readonly<Record<string, string>> = {}): Promise<LogAnswer> {
    const { status, body, meta } = await this.ask(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    const entries: LogAnswer['entries'] = body;
    return { ids: entries.map(({ id }) => id), entries, meta };
  }

  /** Reads the ids of all events after a cursor, or of the whole log, page by page. */
  async readAll(query: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let after = query.after; ; ) {
      const page = await this.read({ ...query, ...(after !== undefined && { after }) });
      ids.push(...page.ids);
      if (!page.meta.has_more) return ids;
      expect(page.meta.next_cursor, 'a cursor goes on').to.not.equal(after);
      after = page.meta.next_cursor;
    }
  }
}
