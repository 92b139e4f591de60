import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import * as merging from '../work/merge-leads.js';
import { tellHolds } from '../work/tell-holds.js';

interface Body {
  readonly lead_id: string;
}

/** POST /v1/leads/:id/merge */
export function mergeLead(context: Context): Handler<Body> {
  return async (call) => {
    const request = {
      keepId: call.path('id'),
      otherId: call.body.lead_id,
      otherField: 'lead_id',
      assert: (survivor: { readonly id: string; readonly version: number }) => assertIfMatch(call.header, survivor),
    };
    const { answer } = await merging.mergeLeads(context, call, request);
    await tellHolds(context, call.caller, request);
    return answer;
  };
}
