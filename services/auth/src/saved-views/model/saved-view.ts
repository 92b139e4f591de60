import { invalid } from '@plotline/kit/core/errors';

/** Filters of a page of the dashboard that a person has given a name; nobody else sees them. */
export interface SavedView {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  readonly name: string;
  /** The page that it is of, as the dashboard calls it. */
  readonly page: string;
  /** The query of the page's address. */
  readonly query: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a person may write of a view. */
export type SavedViewFields = Pick<SavedView, 'name' | 'page' | 'query'>;

/** Views that a person has in a workspace. */
export const maxSavedViews = 50;

function parseFields({ name, page, query }: SavedViewFields): SavedViewFields {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid({ field: 'name', message: 'must not be blank' });
  return { name: trimmed, page, query };
}

/** A new view of a person. Throws VALIDATION_ERROR. */
export function createSavedView(fields: SavedViewFields, id: string, personId: string, now: Date): SavedView {
  return { id, version: 1, person_id: personId, ...parseFields(fields), created_at: now, updated_at: now };
}

/** The view with other fields; absent ones stay. Throws VALIDATION_ERROR. */
export function editSavedView(view: SavedView, patch: Partial<SavedViewFields>, now: Date): SavedView {
  const { name, page, query } = { ...view, ...patch };
  return { ...view, ...parseFields({ name, page, query }), updated_at: now };
}
