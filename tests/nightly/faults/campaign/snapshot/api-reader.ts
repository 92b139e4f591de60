import { isTree, type Tree, treesOf } from '../../../../support/contract/tree.js';
import type { Tenant } from '../load/tenant.js';
import type { SeenRecord } from './snapshot.js';

const timeoutMs = 15_000;

function isRecord(value: Tree): value is SeenRecord {
  return typeof value.id === 'string';
}

/** Reads a tenant's records after the faults. Treats any answer other than 200 as an error. */
export class ApiReader {
  readonly #tenant: Tenant;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  async #fetch(path: string): Promise<Response> {
    const { key, targets } = this.#tenant;
    const headers = { authorization: `Bearer ${key}` };
    return fetch((targets[0]?.base ?? '') + path, { headers, signal: AbortSignal.timeout(timeoutMs) });
  }

  /** Returns the status of a GET request. */
  async readStatus(path: string): Promise<number> {
    const response = await this.#fetch(path);
    await response.arrayBuffer();
    return response.status;
  }

  async readEnvelope(path: string): Promise<Tree> {
    const response = await this.#fetch(path);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    const body: unknown = JSON.parse(text);
    if (!isTree(body)) throw new Error(`GET ${path} answered ${text.slice(0, 300)}`);
    return body;
  }

  async readData(path: string): Promise<Tree> {
    const { data } = await this.readEnvelope(path);
    if (!isTree(data)) throw new Error(`GET ${path} answered no record.`);
    return data;
  }

  /** Reads all records of a list, by cursor. */
  async walk(path: string): Promise<SeenRecord[]> {
    const all: SeenRecord[] = [];
    let cursor = '';
    for (;;) {
      const { data, meta } = await this.readEnvelope(
        `${path}${path.includes('?') ? '&' : '?'}per_page=100&cursor=${encodeURIComponent(cursor)}`,
      );
      all.push(...treesOf(data).filter(isRecord));
      if (!isTree(meta) || typeof meta.next_cursor !== 'string') return all;
      cursor = meta.next_cursor;
    }
  }

  /** Reads the whole event log. */
  async readLog(): Promise<SeenRecord[]> {
    const all: SeenRecord[] = [];
    let after = '';
    for (;;) {
      const { data, meta } = await this.readEnvelope(`/v1/events?per_page=100&after=${after}`);
      all.push(...treesOf(data).filter(isRecord));
      if (!isTree(meta) || meta.has_more !== true) return all;
      after = String(meta.next_cursor);
    }
  }

  /** Reads a list's ids page by page. */
  async readPages(path: string, perPage: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await this.readEnvelope(`${path}?per_page=${perPage}&page=${page}`);
      const records = treesOf(data);
      ids.push(...records.map(({ id }) => String(id)));
      if (records.length < perPage) return ids;
    }
  }

  /** Reads the complete records of a list that returns summaries. */
  async readAll(path: string, query = ''): Promise<SeenRecord[]> {
    const summaries = await this.walk(path);
    const records: SeenRecord[] = [];
    for (const { id } of summaries) {
      const record = await this.readData(`${path}/${id}${query}`);
      if (isRecord(record)) records.push(record);
    }
    return records;
  }
}
