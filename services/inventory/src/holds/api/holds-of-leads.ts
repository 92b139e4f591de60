import { invalid } from '@plotline/kit/core/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { HoldsServiceServer, OpenHold } from '@plotline/protos/plotline/inventory/v1/holds';
import type { Context } from '../../context.js';
import { type Hold, isDue } from '../model/hold.js';
import { toHoldJson } from '../model/hold-json.js';
import { endHoldsOfLead } from '../work/end-holds.js';
import { moveHoldsOfLead } from '../work/move-holds.js';

function toOpenHold(hold: Hold): OpenHold {
  const { id, lead_id, unit_id, status, agent_id } = hold;
  return { id, lead_id, unit_id, status, agent_id: agent_id ?? undefined, record: JSON.stringify(toHoldJson(hold)) };
}

/** Creates HoldsService. The pipeline service uses it to read, end and move the holds of leads. */
export function createHoldsService(context: Context, rpc: RpcAdapter): HoldsServiceServer {
  const { holds, clock } = context;
  return {
    listOpenHolds: rpc(async ({ lead_ids }, call) => {
      if (lead_ids.length > maxIdsPerCall) {
        throw invalid({ field: 'lead_ids', message: `must have at most ${maxIdsPerCall} ids` });
      }
      const found = await holds.findOpenOfLeads(call.caller(), lead_ids);
      const now = clock();
      return { holds: found.filter((hold) => !isDue(hold, now)).map(toOpenHold) };
    }),
    endHoldsOfLead: rpc(async ({ lead_id, lead_version, reason }, call) => {
      if (reason !== 'lost' && reason !== 'deleted') {
        throw invalid({ field: 'reason', message: 'must be one of: lost, deleted' });
      }
      const version = reason === 'lost' ? lead_version : null;
      await endHoldsOfLead(context, call.caller(), { leadId: lead_id, version });
      return {};
    }),
    moveHoldsOfLead: rpc(async ({ merged_id, survivor_id }, call) => {
      await moveHoldsOfLead(context, call.caller(), { mergedId: merged_id, survivorId: survivor_id });
      return {};
    }),
  };
}
