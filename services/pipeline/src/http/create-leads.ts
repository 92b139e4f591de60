import type { Caller } from '@plotline/kit/caller';
import { type RowFaults, soundFields } from '@plotline/kit/contract/faults';
import type { Answer } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { partialAnswer, type Row, wholeAnswer } from './bulk-answer.js';
import { type JudgedLead, judgeRows } from './judge-rows.js';
import { commonContact, type OnDuplicate, othersThan } from './known-contact.js';
import type { NewLeadBody } from './lead-input.js';
import { type PreparedLead, prepareLeads } from './prepare-leads.js';
import { settle } from './settle.js';

interface Body {
  readonly leads: readonly NewLeadBody[];
}

interface Query {
  readonly partial: boolean;
  readonly on_duplicate: OnDuplicate;
}

/** One result for each row, in their order; of rows that do not fit the contract, what is sound is looked at too. */
function prepareRows(context: Context, caller: Caller, rows: Body['leads'], rowFaults: RowFaults) {
  const bodies = rows.map((body, index) => {
    const known = rowFaults.get(index) ?? [];
    return { body: known.length === 0 ? body : soundFields(body, known), known };
  });
  return prepareLeads(context, caller, bodies);
}

/** The leads that rows are answered with in place of their own, by id; null when one of them is gone meanwhile. */
async function findReturned({ leads }: Context, caller: Caller, judged: readonly JudgedLead[]) {
  const found = new Map(judged.flatMap(({ lead, isNew }) => (isNew ? [[lead.id, lead] as const] : [])));
  const oldest = judged.flatMap(({ isNew, duplicates }) => (isNew ? [] : duplicates.ids.slice(0, 1)));
  const stored = oldest.filter((id) => !found.has(id));
  if (stored.length > 0) for (const lead of await leads.getAll(caller, stored)) found.set(lead.id, lead);
  return oldest.every((id) => found.has(id)) ? found : null;
}

/** What becomes of a lead: its own row, that of another in its place, or none for what it shares with others. */
function rowOf(
  { lead, isNew, duplicates }: JudgedLead,
  returned: ReadonlyMap<string, Lead>,
  nameOf?: (id: string) => string,
): Row {
  const shown = isNew ? lead : returned.get(duplicates.ids[0] ?? '');
  if (shown) return { lead: shown, isNew, duplicates: othersThan(shown, duplicates) };
  return { inCommon: commonContact(duplicates, nameOf), duplicates: duplicates.ids };
}

/** Names leads of the call by their rows: those that nobody can find, as they are refused together with the whole call. */
function byRow(prepared: readonly PreparedLead[]) {
  const places = new Map(prepared.map(({ lead }, place) => [lead?.id, place]));
  return (id: string) => (places.has(id) ? `leads[${places.get(id)}]` : `the lead ${id}`);
}

/** Says what becomes of each row; null when a lead that one of them is to be answered with is gone meanwhile. */
async function judge(context: Context, caller: Caller, prepared: readonly PreparedLead[], query: Query) {
  const fresh = prepared.flatMap(({ lead }) => lead ?? []);
  const judged = judgeRows(fresh, await context.intake.duplicatesOfEach(caller, fresh), query.on_duplicate);
  const returned =
    query.on_duplicate === 'return' ? await findReturned(context, caller, judged) : new Map<string, Lead>();
  if (!returned) return null;
  const judgedById = new Map(judged.map((one) => [one.lead.id, one]));
  const nameOf = query.partial ? undefined : byRow(prepared);
  return prepared.map(({ lead, faults }): Row => {
    const one = lead && judgedById.get(lead.id);
    return one ? rowOf(one, returned, nameOf) : { faults };
  });
}

/** Stores the new leads of the rows; false when somebody else has stored one with the same email or phone meanwhile. */
async function store(
  { intake }: Context,
  command: Command,
  rows: readonly Row[],
  answer: Answer,
  isUnconditional: boolean,
) {
  const fresh = rows.flatMap((row) => ('lead' in row && row.isNew ? [row.lead] : []));
  if (fresh.length === 0) return true;
  if (!isUnconditional) return (await intake.addUnlessKnown(command, fresh, answer)).length === 0;
  await intake.addAll(command, fresh, answer);
  return true;
}

/** POST /v1/leads/bulk */
export function createLeads(context: Context): Handler<Body, Query> {
  return async (call) => {
    const { caller, body, query, rowFaults } = call;
    const prepared = await prepareRows(context, caller, body.leads, rowFaults);
    return settle(async () => {
      const rows = await judge(context, caller, prepared, query);
      if (!rows) return null;
      const answer = query.partial ? partialAnswer(rows) : wholeAnswer(rows);
      const isStored = await store(context, call, rows, answer, query.on_duplicate === 'create');
      return isStored ? answer : null;
    });
  };
}
