import { created, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createSavedView as create, editSavedView, type SavedView, type SavedViewFields } from '../model/saved-view.js';

/** Renders a saved view as the contract has it. */
function toSavedViewJson({ id, name, page, query, created_at, updated_at }: SavedView) {
  return { id, name, page, query, created_at, updated_at };
}

/** GET /auth/saved-views */
export function listSavedViews({ savedViews }: Context): Handler<unknown, { readonly page?: string }> {
  return async ({ caller, query }) => {
    const views = await savedViews.list({ tenant: caller, personId: caller.actor.id }, query.page);
    return ok(views.map(toSavedViewJson));
  };
}

/** POST /auth/saved-views */
export function createSavedView({ savedViews, clock }: Context): Handler<SavedViewFields> {
  return async (call) => {
    const view = create(call.body, newId('view'), call.caller.actor.id, clock());
    const answer = withVersion(created(toSavedViewJson(view)), view.version);
    await savedViews.add(call, view, answer);
    return answer;
  };
}

/** PUT /auth/saved-views/:id */
export function updateSavedView({ savedViews }: Context): Handler<Partial<SavedViewFields>> {
  return (call) => {
    const decide = (before: SavedView, at: Date) => {
      assertIfMatch(call.header, before);
      return editSavedView(before, call.body, at);
    };
    const own = { id: call.path('id'), personId: call.caller.actor.id };
    return savedViews.change(call, own, decide, (view) => withVersion(ok(toSavedViewJson(view)), view.version));
  };
}

/** DELETE /auth/saved-views/:id */
export function deleteSavedView({ savedViews }: Context): Handler {
  return async (call) => {
    const check = (view: SavedView) => assertIfMatch(call.header, view);
    await savedViews.delete(call, call.path('id'), call.caller.actor.id, check);
    return noContent();
  };
}
