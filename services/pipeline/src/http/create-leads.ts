import { answering, type Caller } from '@plotline/kit/caller';
import { type RowFaults, soundFields } from '@plotline/kit/contract/faults';
import { conflict } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { partialAnswer, type Row, wholeAnswer } from './bulk-answer.js';
import { type JudgedLead, judgeRows } from './judge-rows.js';
import { commonContact, type OnDuplicate } from './known-contact.js';
import type { NewLeadBody } from './lead-input.js';
import { type PreparedLead, prepareLeads } from './prepare-leads.js';

interface Body {
  readonly leads: readonly NewLeadBody[];
}

interface Query {
  readonly partial: boolean;
  readonly on_duplicate: OnDuplicate;
}

const attempts = 5;

/** One result for each row, in their order; of rows that do not fit the contract, what is sound is looked at too. */
function prepareRows(context: Context, caller: Caller, rows: Body['leads'], rowFaults: RowFaults) {
  const bodies = rows.map((body, index) => {
    const known = rowFaults.get(index) ?? [];
    return { body: known.length === 0 ? body : soundFields(body, known), known };
  });
  return prepareLeads(context, caller, bodies);
}

/** Says what becomes of each row; null when a lead that one of them is to be answered with is gone meanwhile. */
async function judge(context: Context, caller: Caller, prepared: readonly PreparedLead[], onDuplicate: OnDuplicate) {
  const { leads, intake } = context;
  const fresh = prepared.flatMap(({ lead }) => lead ?? []);
  const judged = judgeRows(fresh, await intake.duplicatesOfEach(caller, fresh), onDuplicate);
  const byId = new Map(fresh.map((lead) => [lead.id, lead]));
  const others = judged.flatMap(({ isNew, duplicates: [oldest] }) => (isNew || !oldest ? [] : oldest));
  const stored = others.filter((id) => !byId.has(id));
  if (stored.length > 0) for (const lead of await leads.getAll(caller, stored)) byId.set(lead.id, lead);
  if (others.some((id) => !byId.has(id))) return null;
  const judgedById = new Map(judged.map((one) => [one.lead.id, one]));
  return prepared.map(({ lead, faults }): Row => {
    const one = lead && judgedById.get(lead.id);
    return one ? rowOf(one, byId, onDuplicate) : { faults };
  });
}

function rowOf({ lead, isNew, duplicates }: JudgedLead, byId: ReadonlyMap<string, Lead>, on: OnDuplicate): Row {
  const other = byId.get(duplicates[0] ?? '');
  if (isNew || !other) return { lead, isNew, duplicates };
  return on === 'return' ? { lead: other, isNew, duplicates } : { inCommon: commonContact(lead, other), duplicates };
}

/** Stores the new leads of the rows; false when somebody else has stored one with the same email or phone meanwhile. */
async function store({ intake }: Context, caller: Caller, rows: readonly Row[], isUnconditional: boolean) {
  const fresh = rows.flatMap((row) => ('lead' in row && row.isNew ? [row.lead] : []));
  if (fresh.length === 0) return true;
  if (!isUnconditional) return (await intake.addUnlessKnown(caller, fresh)).length === 0;
  await intake.addAll(caller, fresh);
  return true;
}

/** POST /v1/leads/bulk */
export function createLeads(context: Context): Handler<Body, Query> {
  return async ({ caller, body, query: { partial, on_duplicate: onDuplicate }, rowFaults }): Promise<Answer> => {
    const prepared = await prepareRows(context, caller, body.leads, rowFaults);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const rows = await judge(context, caller, prepared, onDuplicate);
      if (!rows) continue;
      const answer = partial ? partialAnswer(rows) : wholeAnswer(rows);
      if (await store(context, answering(caller, answer), rows, onDuplicate === 'create')) return answer;
    }
    throw conflict('The same leads are being created by many at once; try again.');
  };
}
