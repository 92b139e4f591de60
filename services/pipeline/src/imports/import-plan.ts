import type { ProblemDetail } from '@plotline/kit/errors';
import { failRow, type RowResult } from '@plotline/kit/imports/row-results';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Lead } from '../domain/lead.js';
import { LeadIndex } from '../domain/lead-index.js';
import type { ImportedLeads } from '../store/lead-writer.js';
import type { LeadRow } from './check-rows.js';

/** What a row comes to: a new lead, a changed one, one that stays as it is, or faults. */
export type Step =
  | { readonly created: Lead; readonly entries: readonly EntryInput[] }
  | { readonly before: Lead; readonly after: Lead; readonly entries: readonly EntryInput[] }
  | { readonly kept: string }
  | { readonly faults: readonly ProblemDetail[] };

/** What is to be stored of one call, built up row by row: each row meets the leads as the rows before it leave them. */
export class ImportPlan {
  readonly #index: LeadIndex;
  readonly #created = new Map<string, Lead>();
  readonly #changed = new Map<string, { readonly before: Lead; readonly after: Lead }>();
  readonly #rows = new Map<string, number>();
  readonly #entries: EntryInput[] = [];
  readonly #results: RowResult[] = [];
  readonly #keys = new Set<string>();

  constructor(stored: readonly Lead[]) {
    this.#index = new LeadIndex(stored);
  }

  /** The leads that have one of the keys, oldest first. */
  find(keys: readonly string[]): Lead[] {
    return this.#index.find(keys);
  }

  /** A lead that a row of this call creates has no id that anybody knows yet. */
  nameLead(id: string): string {
    const row = this.#rows.get(id);
    return row === undefined ? `the lead ${id}` : `row ${row}`;
  }

  /** Takes what the next row comes to. */
  add(row: Pick<LeadRow, 'number' | 'keys'>, step: Step): void {
    if ('faults' in step) this.#results.push(failRow(step.faults));
    else if ('kept' in step) this.#results.push({ outcome: 'UNCHANGED', id: step.kept, faults: [] });
    else if ('created' in step) this.#create(row, step.created, step.entries);
    else this.#change(step.before, step.after, step.entries);
  }

  /** That no lead has the keys is why the row creates one. */
  #create({ number, keys }: Pick<LeadRow, 'number' | 'keys'>, lead: Lead, entries: readonly EntryInput[]): void {
    for (const key of keys) this.#keys.add(key);
    this.#created.set(lead.id, lead);
    this.#rows.set(lead.id, number);
    this.#index.put(lead);
    this.#entries.push(...entries);
    this.#results.push({ outcome: 'CREATED', id: lead.id, faults: [] });
  }

  #change(before: Lead, after: Lead, entries: readonly EntryInput[]): void {
    if (this.#created.has(after.id)) this.#created.set(after.id, after);
    else this.#changed.set(after.id, { before: this.#changed.get(after.id)?.before ?? before, after });
    this.#index.put(after);
    this.#entries.push(...entries);
    this.#results.push({ outcome: 'UPDATED', id: after.id, faults: [] });
  }

  /** One for each row. Leads that a dry run would create have no id. */
  getResults(isDryRun: boolean): readonly RowResult[] {
    if (!isDryRun) return this.#results;
    return this.#results.map((result) => (this.#created.has(result.id) ? { ...result, id: '' } : result));
  }

  toImportedLeads(): ImportedLeads {
    return {
      created: [...this.#created.values()],
      changed: [...this.#changed.values()],
      entries: this.#entries,
      keys: [...this.#keys],
    };
  }
}
