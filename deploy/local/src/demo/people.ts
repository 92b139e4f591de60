import type { ServiceClient } from './api-client.js';
import type { Random } from './random.js';

const firstNames = [
  'Ada',
  'Amir',
  'Bianca',
  'Carlos',
  'Chloe',
  'Daniel',
  'Elena',
  'Farah',
  'George',
  'Hana',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Maya',
  'Nadia',
  'Omar',
  'Priya',
  'Quentin',
  'Rosa',
  'Samuel',
  'Tara',
  'Umar',
  'Vera',
  'Wei',
  'Yara',
  'Zoe',
];
const lastNames = [
  'Abbott',
  'Bauer',
  'Costa',
  'Diaz',
  'Evans',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jensen',
  'Khan',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Silva',
  'Tan',
  'Ueda',
  'Vargas',
  'Weber',
  'Young',
];

export interface Person {
  readonly name: string;
  readonly email: string;
}

export function createPerson(random: Random, host: string, number: number): Person {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return { name: `${first} ${last}`, email: `${first}.${last}.${number}@${host}`.toLowerCase() };
}

export interface Member extends Person {
  readonly id: string;
  readonly role: string;
}

/** Invites the owner, an agent and a viewer, then agents up to `count`. */
export async function seedTeam(client: ServiceClient, count: number, host: string, random: Random): Promise<Member[]> {
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) {
    const role = ['owner', 'agent', 'viewer'][index] ?? 'agent';
    const { name, email } = createPerson(random, host, index);
    const invitation = {
      name,
      email: index < 3 ? `${role}@${host}` : email,
      role,
      commission: { tier: 'standard', rate: random.between(15, 35) / 1_000 },
    };
    const { id } = await client.record('team', '/v1/agents', `agent ${index}`, invitation);
    members.push({ id, role, name, email: invitation.email });
  }
  return members;
}
