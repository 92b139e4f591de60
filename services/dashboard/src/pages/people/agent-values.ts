import { toLabel } from '../../components/status-badge.js';
import type { Agent, Team } from './agents.js';

/** What the form of an agent edits: texts are empty where the record has null. */
export interface AgentValues extends Record<string, unknown> {
  name: string;
  email: string;
  role: Agent['role'];
  team_id: string;
  commission: { rate: number | string; tier: string };
  profile: { phone: string; license_number: string; languages: string; bio: string; photo: string };
}

/** The fraction that the API takes, of what a field for percent has; null for an empty one. */
export function toFraction(percent: number | string): number | null {
  if (percent === '') return null;
  return Math.round(Number(percent) * 1e6) / 1e8;
}

/** What a field for percent shows of a fraction. */
export function toPercent(fraction: number | null): number | string {
  return fraction === null ? '' : Math.round(fraction * 1e8) / 1e6;
}

export function toValues({ name, email, role, team_id, commission, profile }: Agent): AgentValues {
  return {
    name,
    email,
    role,
    team_id: team_id ?? '',
    commission: { rate: toPercent(commission.rate), tier: commission.tier ?? '' },
    profile: {
      phone: profile.phone ?? '',
      license_number: profile.license_number ?? '',
      languages: profile.languages.join(', '),
      bio: profile.bio ?? '',
      photo: profile.photo ?? '',
    },
  };
}

export const listLanguages = (text: string): string[] =>
  text
    .split(',')
    .map((language) => language.trim())
    .filter((language) => language !== '');

const orNull = (text: string) => text.trim() || null;

/** Labels of fields that are not the words of their names. */
export const agentLabels: Readonly<Record<string, string>> = {
  team_id: 'Team',
  'commission.rate': 'Commission',
  'commission.tier': 'Commission tier',
  'profile.license_number': 'Licence',
  'profile.bio': 'About',
};

/** All fields of the form as the API takes them. */
export function toAgentBody({ name, email, role, team_id, commission, profile }: AgentValues) {
  return {
    name,
    email,
    role,
    team_id: team_id || null,
    commission: { rate: toFraction(commission.rate), tier: orNull(commission.tier) },
    profile: {
      phone: orNull(profile.phone),
      license_number: orNull(profile.license_number),
      languages: listLanguages(profile.languages),
      bio: orNull(profile.bio),
      photo: orNull(profile.photo),
    },
  };
}

/** The value of a field as people read it. */
export function toAgentWords(path: string, value: unknown, teams: readonly Team[]): string {
  if (value === null || value === '') return 'empty';
  if (path === 'role') return toLabel(String(value));
  if (path === 'commission.rate' && typeof value === 'number') return `${toPercent(value)} %`;
  if (path === 'team_id') return teams.find(({ id }) => id === value)?.name ?? 'another team';
  return Array.isArray(value) ? value.join(', ') || 'empty' : String(value);
}
