import { clampPage, created, page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { applyNote, type NoteType } from '../model/contact.js';
import { activityTypes, toActivityJson } from './activity-json.js';

interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly order: 'asc' | 'desc';
  readonly cursor?: string;
  readonly fields?: readonly string[];
}

/** GET /v1/leads/:id/activity */
export function listLeadActivity({ leads, runtime }: Context): Handler<unknown, ListQuery> {
  return async ({ caller, path, query }) => {
    const { page: number, perPage, skip } = clampPage(query);
    const lead = await leads.getExisting(caller, path('id'));
    const { order, cursor } = query;
    const from = cursor === undefined ? {} : { cursor };
    const options = { types: activityTypes, order, skip, limit: perPage, ...from };
    const { entries, ...rest } = await runtime.journal.readTimeline(caller, lead.id, options);
    return page(
      entries.map((entry) => selectFields(toActivityJson(entry), query.fields)),
      { page: cursor === undefined ? number : 1, perPage, ...rest },
    );
  };
}

interface NoteBody {
  readonly content: string;
  readonly type: NoteType;
}

/** POST /v1/leads/:id/notes */
export function createLeadNote({ leads }: Context): Handler<NoteBody> {
  return (call) => {
    const { content, type } = call.body;
    return leads.addNote(call, call.path('id'), {
      note: { content, type },
      change: (lead, at) => applyNote(lead, type, at),
      toAnswer: (entry) => created(toActivityJson(entry)),
    });
  };
}
