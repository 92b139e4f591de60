import { toCreationRange } from '../../components/period.js';
import type { ExportResource } from './exports.js';

/** The states by which an export is narrowed, with the name of the filter; other filters of the API are not offered. */
interface StateFilter {
  readonly name: 'stage' | 'status';
  readonly states: readonly string[];
}

const byStatus = (...states: readonly string[]): StateFilter => ({ name: 'status', states });

export const stateFilters: Readonly<Record<ExportResource, StateFilter>> = {
  leads: { name: 'stage', states: ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'] },
  units: byStatus('available', 'reserved', 'sold', 'off_market', 'rented'),
  properties: byStatus('planning', 'under_construction', 'completed', 'sold_out', 'archived'),
  agents: byStatus('invited', 'active', 'inactive'),
  deals: byStatus('closed', 'cancelled'),
  invoices: byStatus('open', 'paid', 'void'),
  commissions: byStatus('earned', 'cancelled'),
};

export interface ExportChoices {
  readonly resource: ExportResource;
  /** An empty text takes all of them. */
  readonly state: string;
  /** Days, of the creation of the records; an empty text sets no bound. */
  readonly from: string;
  readonly to: string;
}

/** The filters as the API takes them, by the names of the query parameters of the list. */
export function toExportFilters({ resource, state, from, to }: ExportChoices): Record<string, string> {
  return { ...(state === '' ? {} : { [stateFilters[resource].name]: state }), ...toCreationRange({ from, to }) };
}
