import { createRemoval, createRemoveImported } from '@plotline/kit/imports/remove-imported';
import { createRowChecks } from '@plotline/kit/imports/row-check';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import {
  RemovalOutcome,
  type RemoveImportedRequest,
  type RemoveImportedResponse,
} from '@plotline/protos/plotline/records/v1/records';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { priceRefreshActor } from '../../leads/model/listing-price.js';
import { removeLeads } from '../work/remove-leads.js';

/** RecordsService.RemoveImported */
export function removeImported(
  context: Context,
  contract: URL,
): RpcHandler<RemoveImportedRequest, RemoveImportedResponse> {
  const leads = createRemoval<Lead>(context.runtime, {
    operation: createRowChecks(contract)('deleteLead'),
    derivedBy: [priceRefreshActor],
    find: (caller, ids, session) => context.leads.getAll(caller, ids, session),
    findBlocked: async (_caller, found) => {
      const sold = found.filter(({ deal_id }) => deal_id !== null);
      return new Map(sold.map(({ id }) => [id, 'HAS_DEAL']));
    },
    remove: (caller, removed, time, session) => removeLeads(context, caller, removed, { time, session }),
  });
  return createRemoveImported({ leads }, RemovalOutcome);
}
