import { type Answer, ok, versioned } from '@plotline/kit/http/answer';
import type { Lead } from '../domain/lead.js';
import { leadJson } from './lead-json.js';

/** 200 with the full lead as it is stored. */
export function leadAnswer(lead: Lead, meta?: Readonly<Record<string, unknown>>): Answer {
  return versioned(ok(leadJson(lead), meta), lead.version);
}
