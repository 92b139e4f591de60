import { normalizeText } from '@plotline/kit/core/normalize-text';
import { findByExternalIds } from '@plotline/kit/store/records/external-ids';
import type { Records } from '@plotline/kit/store/records/records';
import type { Agent } from '../model/agent.js';

/** Fields by which people may refer to an agent. */
type NamedAgent = Pick<Agent, 'id' | 'name' | 'status'>;

/** Agents that match a reference. */
export interface AgentsOfReference {
  readonly reference: string;
  readonly agents: readonly NamedAgent[];
}

const toNameKey = (name: string) => normalizeText(name).replaceAll(/\s+/g, ' ').trim();

/** Agents by the texts that identify them. */
class AgentIndex {
  readonly #agents = new Map<string, NamedAgent[]>();

  add(key: string, agent: NamedAgent): void {
    const agents = this.#agents.get(key);
    if (agents) agents.push(agent);
    else this.#agents.set(key, [agent]);
  }

  /** Returns the agents that can be assigned. If there are none, returns the inactive agents. */
  get(key: string): readonly NamedAgent[] {
    const all = this.#agents.get(key) ?? [];
    const assignable = all.filter(({ status }) => status !== 'inactive');
    return assignable.length > 0 ? assignable : all;
  }
}

/**
 * Finds the agents that match each reference. Compares the id first, then the external id, the email address and the
 * full name. Reads the names of all agents only if a reference may be a name.
 */
export async function findNamedAgents(
  records: Records<Agent>,
  references: readonly string[],
): Promise<AgentsOfReference[]> {
  const ids = new AgentIndex();
  for (const agent of await records.find({ _id: { $in: [...references] } })) ids.add(agent.id, agent);
  const externalIds = new AgentIndex();
  for (const agent of await findByExternalIds(records, references)) externalIds.add(agent.external_id ?? '', agent);
  const emails = new AgentIndex();
  const addresses = references.filter((text) => text.includes('@')).map((text) => text.toLowerCase());
  const found = addresses.length > 0 ? await records.find({ email: { $in: addresses } }, { hint: 'email' }) : [];
  for (const agent of found) emails.add(agent.email, agent);
  const names = new AgentIndex();
  const findOthers = (text: string) =>
    [ids.get(text), externalIds.get(text), emails.get(text.toLowerCase())].find(({ length }) => length > 0);
  const wanted = new Set(references.filter((text) => !findOthers(text)).map(toNameKey));
  if (wanted.size > 0) {
    const options = { projection: { name: 1, status: 1 }, hint: 'created_at' } as const;
    for await (const agent of records.each({}, options)) {
      const key = toNameKey(agent.name);
      if (wanted.has(key)) names.add(key, agent);
    }
  }
  return references.flatMap((reference) => {
    const agents = findOthers(reference) ?? names.get(toNameKey(reference));
    return agents.length > 0 ? [{ reference, agents }] : [];
  });
}
