import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type NoteType, takeNote } from '../domain/note.js';
import { activityJson } from './activity-json.js';

interface Body {
  readonly content: string;
  readonly type: NoteType;
}

/** POST /v1/leads/:id/notes */
export function addNote({ leads }: Context): Handler<Body> {
  return async (call) => {
    const { content, type } = call.body;
    const entry = await leads.addNote(call, call.path('id'), { content, type }, (lead, at) => takeNote(lead, type, at));
    return created(activityJson(entry));
  };
}
