import { toCreationRange } from '../../components/period.js';
import type { ExportResource } from './exports.js';

/** The one API filter that the dialog offers for a kind of record, with its values. */
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
  /** An empty string means all states. */
  readonly state: string;
  /** Days of the records' creation. An empty string sets no bound. */
  readonly from: string;
  readonly to: string;
}

/** Converts the choices to API filters, which are named like the list's query parameters. */
export function toExportFilters({ resource, state, from, to }: ExportChoices): Record<string, string> {
  return { ...(state === '' ? {} : { [stateFilters[resource].name]: state }), ...toCreationRange({ from, to }) };
}
