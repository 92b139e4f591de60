export const roles = ['owner', 'admin', 'agent', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** A person who can log in to one workspace. The same address in another workspace is another login. */
export interface User {
  readonly id: string;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly agent_id: string;
  readonly password_hash: string;
  readonly created_at: Date;
}
