import type { Actor } from '@plotline/kit/core/caller';
import { invalid, notFound, Problem } from '@plotline/kit/core/errors';

/** Filters and layout of a dashboard page that a person saved under a name. */
export interface SavedView {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  /** The person's agent when the view was saved; absent in views that an older release of Plotline saved. */
  readonly agent_id?: string | undefined;
  readonly name: string;
  /** The dashboard's name for the page. */
  readonly page: string;
  /** The query of the page's URL. */
  readonly query: string;
  /**
   * Whether everyone in the workspace sees the view. Views that an older release of Plotline saved lack this field and
   * are private.
   */
  readonly shared?: boolean | undefined;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields of a view that a person may write. */
export interface SavedViewFields extends Pick<SavedView, 'name' | 'page' | 'query'> {
  readonly shared?: boolean | undefined;
}

/** Maximum number of a person's views in a workspace. */
export const maxSavedViews = 50;

/** Maximum number of shared views in a workspace. */
export const maxSharedViews = 200;

type Person = Pick<Actor, 'id' | 'role' | 'agentId'>;

function parseFields({ name, page, query, shared = false }: SavedViewFields) {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid({ field: 'name', message: 'must not be blank' });
  return { name: trimmed, page, query, shared };
}

/** Throws if a viewer shares a view, because viewers may not change anything that others see. */
function assertMayShare({ role }: Person): void {
  if (role === 'viewer') throw new Problem('FORBIDDEN', "Viewers can't share views.");
}

/** Creates a view of a person. Throws VALIDATION_ERROR, or FORBIDDEN when the person can't share views. */
export function createSavedView(fields: SavedViewFields, id: string, person: Person, now: Date): SavedView {
  const parsed = parseFields(fields);
  if (parsed.shared) assertMayShare(person);
  return {
    id,
    version: 1,
    person_id: person.id,
    agent_id: person.agentId,
    ...parsed,
    created_at: now,
    updated_at: now,
  };
}

/** Returns the view with the changed fields. Absent fields don't change. Throws like `createSavedView`. */
export function editSavedView(view: SavedView, patch: Partial<SavedViewFields>, person: Person, now: Date): SavedView {
  const { name, page, query, shared } = { ...view, ...patch };
  const parsed = parseFields({ name, page, query, shared });
  if (parsed.shared && !view.shared) assertMayShare(person);
  return { ...view, ...parsed, updated_at: now };
}

/**
 * Asserts that a person may change or delete a view. Everyone may change their own views. Owners and admins may also
 * change shared views. Throws NOT_FOUND for a view that the person can't see, and FORBIDDEN for a shared view.
 */
export function assertMayChange({ person_id, shared }: SavedView, { id, role }: Person): void {
  if (person_id === id) return;
  if (!shared) throw notFound();
  if (role !== 'owner' && role !== 'admin') {
    throw new Problem('FORBIDDEN', 'Only the person who saved the view, owners and admins can change it.');
  }
}
