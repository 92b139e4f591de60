import { invalid } from '@plotline/kit/errors';

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

/** What the registration of a person asks for, as it came over the wire. */
export interface UserRequest {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly agent_id: string;
  readonly password: string;
}

const shortestPassword = 12;
/** Hashing costs by the character, and nobody types more. */
const longestPassword = 200;

/** The request with its values understood, the password left aside. Throws VALIDATION_ERROR. */
export function checkUser(request: UserRequest): Pick<User, 'email' | 'name' | 'role' | 'agent_id'> {
  const { name, agent_id, password } = request;
  const email = request.email.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    throw invalid({ field: 'email', message: 'must be an e-mail address' });
  }
  if (name.length < 1 || name.length > 200) throw invalid({ field: 'name', message: 'must have 1 to 200 characters' });
  const role = roles.find((one) => one === request.role);
  if (!role) throw invalid({ field: 'role', message: `must be one of: ${roles.join(', ')}` });
  if (password.length < shortestPassword || password.length > longestPassword) {
    throw invalid({ field: 'password', message: `must have ${shortestPassword} to ${longestPassword} characters` });
  }
  return { email, name, role, agent_id };
}
