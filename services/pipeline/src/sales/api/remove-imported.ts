import type { Caller } from '@plotline/kit/core/caller';
import {
  createRemoval,
  createRemoveImported,
  type KeptReason,
  type RemoveImported,
} from '@plotline/kit/imports/remove-imported';
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

/** Returns the ids of leads that hold a unit or wait for one. */
async function findHolders({ holds }: Pick<Context, 'holds'>, caller: Caller, ids: readonly string[]) {
  const open = await holds.listOpen(caller, ids);
  return new Set(open.map(({ lead_id }) => lead_id));
}

/** RecordsService.RemoveImported */
export function removeImported(
  context: Context,
  contract: URL,
): RpcHandler<RemoveImportedRequest, RemoveImportedResponse> {
  const operation = createRowChecks(contract)('deleteLead');
  const leads: RemoveImported = async (caller, request) => {
    operation.assertAllowed(caller);
    // Call inventory before the transaction, which must not wait for another service.
    const holders = await findHolders(context, caller, request.ids);
    const findReason = ({ id, deal_id }: Lead): KeptReason | null => {
      if (deal_id !== null) return 'HAS_DEAL';
      return holders.has(id) ? 'CHANGED' : null;
    };
    const remove = createRemoval<Lead>(context.runtime, {
      operation,
      derivedBy: [priceRefreshActor],
      find: (by, ids, session) => context.leads.getAll(by, ids, session),
      findBlocked: async (_caller, found) =>
        new Map(
          found.flatMap((lead): [string, KeptReason][] => {
            const reason = findReason(lead);
            return reason === null ? [] : [[lead.id, reason]];
          }),
        ),
      remove: (by, removed, time, session) => removeLeads(context, by, removed, { time, session }),
    });
    return remove(caller, request);
  };
  return createRemoveImported({ leads }, RemovalOutcome);
}
