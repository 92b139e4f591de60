import type { components } from '../../../gen/api.js';

type Lead = components['schemas']['Lead'];

/** Fields that the dialog compares, in the order of a lead's page. */
export const comparedFields = [
  'name',
  'email',
  'phone',
  'stage',
  'source',
  'assigned_agent',
  'budget',
  'timeline',
  'interested_properties',
  'tags',
  'notes',
  'last_contacted',
  'created_at',
] as const satisfies readonly (keyof Lead)[];

export type Compared = Pick<Lead, (typeof comparedFields)[number]>;

const unite = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];

function pickLater(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function mergeStages(kept: Lead['stage'], merged: Lead['stage']): Lead['stage'] {
  if (kept === 'won' || merged === 'won') return 'won';
  return kept === 'lost' ? merged : kept;
}

/** Returns the expected result of a merge, in which `merged` is merged into `kept`. */
export function previewMerge(kept: Compared, merged: Compared): Compared {
  const isOlder = kept.created_at <= merged.created_at;
  const notes = [kept.notes, merged.notes].filter(Boolean).join('\n\n');
  return {
    name: kept.name,
    email: kept.email,
    phone: kept.phone ?? merged.phone,
    stage: mergeStages(kept.stage, merged.stage),
    source: isOlder ? kept.source : merged.source,
    assigned_agent: kept.assigned_agent ?? merged.assigned_agent,
    budget: kept.budget ?? merged.budget,
    timeline: kept.timeline ?? merged.timeline,
    interested_properties: unite(kept.interested_properties, merged.interested_properties),
    tags: unite(kept.tags, merged.tags),
    notes: notes === '' ? null : notes,
    last_contacted: pickLater(kept.last_contacted, merged.last_contacted),
    created_at: isOlder ? kept.created_at : merged.created_at,
  };
}
