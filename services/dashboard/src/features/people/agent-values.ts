import { toLabel } from '../../ui/format/label.js';
import type { Agent } from './agent-queries.js';
import type { Team } from './team-queries.js';

/** Values of an agent's form. An empty string stands for null. */
export interface AgentValues extends Record<string, unknown> {
  name: string;
  email: string;
  role: Agent['role'];
  team_id: string;
  commission: { rate: number | string; tier: string };
  profile: { phone: string; license_number: string; languages: string; bio: string; photo: string };
}

/** Converts the value of a percent field to the API's fraction. Returns null for an empty field. */
export function toFraction(percent: number | string): number | null {
  if (percent === '') return null;
  return Math.round(Number(percent) * 1e6) / 1e8;
}

/** Converts the API's fraction to the value of a percent field. */
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

/** Labels that differ from the names of their fields. */
export const agentLabels: Readonly<Record<string, string>> = {
  team_id: 'Team',
  'commission.rate': 'Commission',
  'commission.tier': 'Commission tier',
  'profile.license_number': 'Licence',
  'profile.bio': 'About',
};

/** Converts all values of the form to API fields. */
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

/** Formats the value of a field. */
export function describeAgentValue(path: string, value: unknown, teams: readonly Team[]): string {
  if (value === null || value === '') return 'empty';
  if (path === 'role') return toLabel(String(value));
  if (path === 'commission.rate' && typeof value === 'number') return `${toPercent(value)} %`;
  if (path === 'team_id') return teams.find(({ id }) => id === value)?.name ?? 'another team';
  return Array.isArray(value) ? value.join(', ') || 'empty' : String(value);
}
