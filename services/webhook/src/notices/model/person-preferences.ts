import { defaultPreferences, type NoticePreferences } from './notice-kind.js';

/** Notification preferences of a person in a workspace. */
export interface PersonPreferences {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  /** Agent of the person, or null. It is stored because a notice may have the agent as its recipient. */
  readonly agent_id: string | null;
  readonly choices: NoticePreferences;
  readonly updated_at: Date;
}

/** Person in a workspace. */
export interface NoticePerson {
  readonly personId: string;
  readonly agentId: string | null;
}

/** Returns the default preferences of a person. */
export function createPreferences({ personId, agentId }: NoticePerson, id: string, now: Date): PersonPreferences {
  return { id, version: 1, person_id: personId, agent_id: agentId, choices: defaultPreferences, updated_at: now };
}

/** Returns the preferences with changed choices. */
export function changeChoices(
  before: PersonPreferences,
  choices: Partial<NoticePreferences>,
  now: Date,
): PersonPreferences {
  return { ...before, choices: { ...before.choices, ...choices }, updated_at: now };
}
