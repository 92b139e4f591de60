import { created, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import {
  assertMayChange,
  createSavedView as create,
  editSavedView,
  type SavedView,
  type SavedViewFields,
} from '../model/saved-view.js';

/** Renders a saved view for a person, in the form of the contract. */
function toSavedViewJson(view: SavedView, personId: string) {
  const { id, name, page, query, shared = false, agent_id = null, created_at, updated_at } = view;
  return { id, name, page, query, shared, own: view.person_id === personId, agent_id, created_at, updated_at };
}

/** GET /auth/saved-views */
export function listSavedViews({ savedViews }: Context): Handler<unknown, { readonly page?: string }> {
  return async ({ caller, query }) => {
    const personId = caller.actor.id;
    const views = await savedViews.list({ tenant: caller, personId }, query.page);
    return ok(views.map((view) => toSavedViewJson(view, personId)));
  };
}

/** POST /auth/saved-views */
export function createSavedView({ savedViews, clock }: Context): Handler<SavedViewFields> {
  return async (call) => {
    const { actor } = call.caller;
    const view = create(call.body, newId('view'), actor, clock());
    const answer = withVersion(created(toSavedViewJson(view, actor.id)), view.version);
    await savedViews.add(call, view, answer);
    return answer;
  };
}

/** PUT /auth/saved-views/:id */
export function updateSavedView({ savedViews }: Context): Handler<Partial<SavedViewFields>> {
  return (call) => {
    const { actor } = call.caller;
    const decide = (before: SavedView, at: Date) => {
      assertMayChange(before, actor);
      assertIfMatch(call.header, before);
      return editSavedView(before, call.body, actor, at);
    };
    const toAnswer = (view: SavedView) => withVersion(ok(toSavedViewJson(view, actor.id)), view.version);
    return savedViews.change(call, call.path('id'), decide, toAnswer);
  };
}

/** DELETE /auth/saved-views/:id */
export function deleteSavedView({ savedViews }: Context): Handler {
  return async (call) => {
    await savedViews.delete(call, call.path('id'), (view) => {
      assertMayChange(view, call.caller.actor);
      assertIfMatch(call.header, view);
    });
    return noContent();
  };
}
