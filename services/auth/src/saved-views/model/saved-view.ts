import { invalid } from '@plotline/kit/core/errors';

/** Filters of a dashboard page that a person saved under a name. Only that person sees them. */
export interface SavedView {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  readonly name: string;
  /** The dashboard's name for the page. */
  readonly page: string;
  /** The query of the page's address. */
  readonly query: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields of a view that a person may write. */
export type SavedViewFields = Pick<SavedView, 'name' | 'page' | 'query'>;

/** Maximum number of a person's views in a workspace. */
export const maxSavedViews = 50;

function parseFields({ name, page, query }: SavedViewFields): SavedViewFields {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid({ field: 'name', message: 'must not be blank' });
  return { name: trimmed, page, query };
}

/** Creates a view of a person. Throws VALIDATION_ERROR. */
export function createSavedView(fields: SavedViewFields, id: string, personId: string, now: Date): SavedView {
  return { id, version: 1, person_id: personId, ...parseFields(fields), created_at: now, updated_at: now };
}

/** Returns the view with other fields. Absent ones stay. Throws VALIDATION_ERROR. */
export function editSavedView(view: SavedView, patch: Partial<SavedViewFields>, now: Date): SavedView {
  const { name, page, query } = { ...view, ...patch };
  return { ...view, ...parseFields({ name, page, query }), updated_at: now };
}
