import { ServiceClient } from '@plotline/local/demo/api-client';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { newWorkspace } from '../../support/workspace.js';
import { toLoopback } from '../load/clients.js';
import { storeLeads } from '../load/leads.js';
import { parseProgram } from './parse-side.js';
import type { Side } from './side.js';

/**
 * Creates a workspace in a running system. Calls go through its gateway, with limits, scopes, journal, events and
 * search.
 */
export async function createPlotlineSide(system: RunningSystem): Promise<Side> {
  const workspace = await newWorkspace();
  const client = new ServiceClient(system, workspace.id, 'live');
  return {
    name: 'Plotline',
    url: toLoopback(system.urls.api),
    headers: { authorization: `Bearer ${workspace.key}` },
    getOne: (id) => ({ method: 'GET', path: `/v1/leads/${id}` }),
    getPage: (size) => ({ method: 'GET', path: `/v1/leads?per_page=${size}` }),
    create: (lead) => ({ method: 'POST', path: '/v1/leads', body: JSON.stringify(lead) }),
    load: (leads) => storeLeads(client, leads),
    owns: (program) => program !== parseProgram,
  };
}
