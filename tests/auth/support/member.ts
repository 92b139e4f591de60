import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { type Auth, administration } from './auth.js';

let members = 0;

/** Person with a password who is an active agent of a new workspace. */
export async function createMember(auth: Auth, role = 'agent') {
  members += 1;
  const workspace = await auth.workspace(`Employer of member ${members}`, 'professional', 'EUR');
  const agentId = `agent_member_${members}`;
  await auth.agents.put(workspace.id, agentId, { role });
  const login = { email: `member${members}@example.com`, password: `a password of ${members}` };
  const member = { workspace_id: workspace.id, name: 'Ada Lopez', agent_id: agentId, ...login };
  const { person_id } = await auth.rpc(Administration.addMember, member, administration(workspace.id));
  return { workspace, agentId, login, personId: person_id };
}
