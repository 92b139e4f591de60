import type { SavedView } from '../model/saved-view.js';

/** A saved view as the contract has it. */
export function toSavedViewJson({ id, name, page, query, created_at, updated_at }: SavedView) {
  return { id, name, page, query, created_at, updated_at };
}
