import type { Milestone } from './milestone.js';

/** Renders a milestone for the public API and for the `data` of its event. */
export function toMilestoneJson({ property_id, name, reached_on, created_at }: Milestone) {
  return { property_id, name, reached_on, created_at };
}
