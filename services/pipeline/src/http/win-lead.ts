import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { winLead as win } from '../sales/win-lead.js';
import { wonAnswer } from '../sales/won-answer.js';

interface Body {
  readonly property_id: string;
  readonly deal_value: number;
  readonly commission?: number | null;
  readonly notes?: string | null;
}

/** POST /v1/leads/:id/won */
export function winLead(context: Context): Handler<Body> {
  return async ({ caller, path, body }) => {
    const { property_id, deal_value, commission, notes } = body;
    const terms = { property_id, value: deal_value, commission: commission ?? null, notes: notes ?? null };
    return wonAnswer(context, await win(context, caller, path('id'), terms));
  };
}
