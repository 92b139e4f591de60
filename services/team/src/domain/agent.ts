export type AgentRole = 'owner' | 'admin' | 'agent' | 'viewer';
export type AgentStatus = 'invited' | 'active' | 'inactive';

export interface Commission {
  readonly tier: string | null;
  readonly rate: number | null;
}

export interface Profile {
  readonly phone: string | null;
  readonly photo: string | null;
  readonly bio: string | null;
  readonly languages: readonly string[];
  readonly license_number: string | null;
}

/** A member of a workspace's sales team. */
export interface Agent {
  readonly id: string;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly status: AgentStatus;
  readonly profile: Profile;
  readonly team_id: string | null;
  readonly commission: Commission;
  readonly invitation_sent_at: Date | null;
  readonly last_active: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What an invitation says; the contract has checked its shape. */
export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly team_id?: string | null;
  readonly commission?: Partial<Commission> | null;
  readonly profile?: ProfilePatch | null;
}

/** Some of a profile's fields; null clears. */
export type ProfilePatch = { readonly [Field in keyof Profile]?: Profile[Field] | null };

export const noProfile: Profile = { phone: null, photo: null, bio: null, languages: [], license_number: null };
export const noCommission: Commission = { tier: null, rate: null };

export function editProfile(profile: Profile, patch: ProfilePatch | null | undefined): Profile {
  const merged = { ...profile, ...patch };
  return { ...merged, languages: merged.languages ?? [] };
}

/** A new agent, who has yet to accept. */
export function invite(invitation: Invitation, id: string, now: Date): Agent {
  return {
    id,
    version: 1,
    email: invitation.email.toLowerCase(),
    name: invitation.name,
    role: invitation.role,
    status: 'invited',
    profile: editProfile(noProfile, invitation.profile),
    team_id: invitation.team_id ?? null,
    commission: { ...noCommission, ...invitation.commission },
    invitation_sent_at: now,
    last_active: null,
    created_at: now,
    updated_at: now,
  };
}

/** An invited agent accepts; for anyone else nothing changes. */
export function accept(agent: Agent, now: Date): Agent {
  return agent.status === 'invited' ? { ...agent, status: 'active', updated_at: now } : agent;
}
