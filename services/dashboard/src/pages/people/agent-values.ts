import { toLabel } from '../../components/status-badge.js';
import type { Agent, Team } from './agents.js';

type Profile = Agent['profile'];

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

/** The fields of the form, as they are named to people and read of the values. */
const fields = [
  { path: 'name', label: 'Name', read: ({ name }: AgentValues) => name },
  { path: 'email', label: 'Email', read: ({ email }: AgentValues) => email },
  { path: 'role', label: 'Role', read: ({ role }: AgentValues) => role },
  { path: 'team_id', label: 'Team', read: ({ team_id }: AgentValues) => team_id },
  { path: 'commission.rate', label: 'Commission', read: ({ commission }: AgentValues) => commission.rate },
  { path: 'commission.tier', label: 'Commission tier', read: ({ commission }: AgentValues) => commission.tier },
  { path: 'profile.phone', label: 'Phone', read: ({ profile }: AgentValues) => profile.phone },
  { path: 'profile.license_number', label: 'Licence', read: ({ profile }: AgentValues) => profile.license_number },
  { path: 'profile.languages', label: 'Languages', read: ({ profile }: AgentValues) => profile.languages },
  { path: 'profile.bio', label: 'About', read: ({ profile }: AgentValues) => profile.bio },
  { path: 'profile.photo', label: 'Photo', read: ({ profile }: AgentValues) => profile.photo },
] as const;

/** A field that differs between two versions of a record, with what it is in the second. */
export interface FieldChange {
  readonly path: (typeof fields)[number]['path'];
  readonly label: string;
  readonly value: string | number;
}

export function listChanges(before: AgentValues, after: AgentValues): FieldChange[] {
  return fields
    .filter(({ read }) => read(before) !== read(after))
    .map(({ path, label, read }) => ({ path, label, value: read(after) }));
}

/** What a change set a field to, in words. */
export function wordChange({ path, value }: FieldChange, teams: readonly Team[]): string {
  if (path === 'role') return toLabel(String(value));
  if (value === '') return 'empty';
  if (path === 'commission.rate') return `${value} %`;
  if (path === 'team_id') return teams.find(({ id }) => id === value)?.name ?? 'another team';
  return String(value);
}

const partOf = <T extends object>(part: T): T | undefined => (Object.keys(part).length > 0 ? part : undefined);

/** The body of a PUT that sends what the person changed, and nothing else. */
export function toPatch(before: AgentValues, after: AgentValues) {
  const changed = new Set(listChanges(before, after).map(({ path }) => path));
  const { commission, profile } = after;
  const texts = ['phone', 'license_number', 'bio', 'photo'] as const;
  const changedProfile: Partial<Profile> = {
    ...Object.fromEntries(
      texts.filter((name) => changed.has(`profile.${name}`)).map((name) => [name, orNull(profile[name])]),
    ),
    ...(changed.has('profile.languages') ? { languages: listLanguages(profile.languages) } : {}),
  };
  const changedCommission = {
    ...(changed.has('commission.rate') ? { rate: toFraction(commission.rate) } : {}),
    ...(changed.has('commission.tier') ? { tier: orNull(commission.tier) } : {}),
  };
  const [profilePart, commissionPart] = [partOf(changedProfile), partOf(changedCommission)];
  return {
    ...(changed.has('name') ? { name: after.name } : {}),
    ...(changed.has('email') ? { email: after.email } : {}),
    ...(changed.has('role') ? { role: after.role } : {}),
    ...(changed.has('team_id') ? { team_id: after.team_id || null } : {}),
    ...(commissionPart ? { commission: commissionPart } : {}),
    ...(profilePart ? { profile: profilePart } : {}),
  };
}
