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

/** The request to register a person, as received. */
interface UserRequest {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly agent_id: string;
  readonly password: string;
}

const minPasswordLength = 12;
/** Bounds the work of hashing. */
const maxPasswordLength = 200;

/** The request with its values checked and typed, without the password. Throws VALIDATION_ERROR. */
export function parseUserRequest(request: UserRequest): Pick<User, 'email' | 'name' | 'role' | 'agent_id'> {
  const { name, agent_id, password } = request;
  const email = request.email.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    throw invalid({ field: 'email', message: 'must be an e-mail address' });
  }
  if (name.length < 1 || name.length > 200) throw invalid({ field: 'name', message: 'must have 1 to 200 characters' });
  const role = roles.find((known) => known === request.role);
  if (!role) throw invalid({ field: 'role', message: `must be one of: ${roles.join(', ')}` });
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw invalid({ field: 'password', message: `must have ${minPasswordLength} to ${maxPasswordLength} characters` });
  }
  return { email, name, role, agent_id };
}
