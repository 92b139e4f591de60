import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import * as sales from '../sales/win-lead.js';

interface Body {
  readonly property_id: string;
  readonly deal_value: number;
  readonly commission?: number | null;
  readonly notes?: string | null;
}

/** POST /v1/leads/:id/won */
export function winLead(context: Context): InspectingHandler {
  return {
    handle: (call: Call<Body>) => {
      const { property_id, deal_value, commission, notes } = call.body;
      const terms = { property_id, value: deal_value, commission: commission ?? null, notes: notes ?? null };
      return sales.winLead(context, call, call.path('id'), terms);
    },
    inspect: async ({ caller, body: { property_id } }: Call<Partial<Body>>) => {
      if (property_id === undefined) return [];
      const [listing] = await context.listings.find(caller, [property_id]);
      return listing && !listing.hidden ? [] : [{ field: 'property_id', message: 'is no property or unit' }];
    },
  };
}
