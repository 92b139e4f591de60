import { defaultPreferences, type NoticePreferences } from './notice-kind.js';

/** How a person wants to be told in a workspace. */
export interface PersonPreferences {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  /** Agent of the person; null if there is none. Notices name the agent. */
  readonly agent_id: string | null;
  readonly choices: NoticePreferences;
  readonly updated_at: Date;
}

/** Person in a workspace. */
export interface NoticePerson {
  readonly personId: string;
  readonly agentId: string | null;
}

/** Returns what a person who has chosen nothing gets. */
export function createPreferences({ personId, agentId }: NoticePerson, id: string, now: Date): PersonPreferences {
  return { id, version: 1, person_id: personId, agent_id: agentId, choices: defaultPreferences, updated_at: now };
}

/** Returns the preferences with other choices. */
export function changeChoices(
  before: PersonPreferences,
  choices: Partial<NoticePreferences>,
  now: Date,
): PersonPreferences {
  return { ...before, choices: { ...before.choices, ...choices }, updated_at: now };
}
