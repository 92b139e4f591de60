import {
  agentStatuses,
  commissionStatuses,
  dealStatuses,
  holdStatuses,
  instalmentStatuses,
  invoiceStatuses,
  paymentMethods,
  propertyStatuses,
  stages,
  taskTypes,
  unitStatuses,
} from '../../api/enums.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { ExportResource } from './export-queries.js';

/** Filter of the API that the dialog offers for a kind of record, with its values. */
interface StateFilter {
  readonly name: 'stage' | 'status' | 'type' | 'method';
  readonly states: readonly string[];
}

const byStatus = (states: readonly string[]): StateFilter => ({ name: 'status', states });

export const stateFilters: Readonly<Record<ExportResource, StateFilter>> = {
  leads: { name: 'stage', states: stages },
  tasks: { name: 'type', states: taskTypes },
  units: byStatus(unitStatuses),
  holds: byStatus(holdStatuses),
  properties: byStatus(propertyStatuses),
  agents: byStatus(agentStatuses),
  deals: byStatus(dealStatuses),
  instalments: byStatus(instalmentStatuses),
  invoices: byStatus(invoiceStatuses),
  payments: { name: 'method', states: paymentMethods },
  commissions: byStatus(commissionStatuses),
};

export interface ExportChoices {
  readonly resource: ExportResource;
  /** An empty string means all states. */
  readonly state: string;
  /** First and last day on which the records were created. An empty string sets no bound. */
  readonly from: string;
  readonly to: string;
}

/** Converts the choices to API filters, under the names of the list's query parameters. */
export function toExportFilters({ resource, state, from, to }: ExportChoices): Record<string, string> {
  return { ...(state === '' ? {} : { [stateFilters[resource].name]: state }), ...toCreationRange({ from, to }) };
}
