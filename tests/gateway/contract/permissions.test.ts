import { fileURLToPath } from 'node:url';
import { readContract } from '@plotline/gateway/contract/merge';
import { expect } from 'chai';

const services = fileURLToPath(new URL('../../../services', import.meta.url));

/** Resource in the scope, by the first segment of a path. */
const resources: Readonly<Record<string, string>> = {
  leads: 'leads',
  tasks: 'leads',
  holds: 'leads',
  'payment-plans': 'leads',
  deals: 'leads',
  invoices: 'leads',
  commissions: 'leads',
  properties: 'properties',
  units: 'properties',
  agents: 'agents',
  teams: 'agents',
  feed: 'properties',
  'statement-lines': 'leads',
  'document-templates': 'leads',
  documents: 'leads',
};
/** Scopes by the first segment of a path. Any one of them is enough. The answer depends on the scope. */
const anyScope: Readonly<Record<string, readonly string[]>> = {
  events: ['read:leads', 'read:properties', 'read:agents'],
  imports: ['write:leads', 'write:properties'],
  exports: ['read:leads', 'read:properties', 'read:agents'],
  notifications: ['webhooks', 'read:leads', 'read:properties', 'read:agents'],
};
/** Scopes for files, which belong to leads, properties or units. */
const scopesOfFiles = (method: string) => {
  const access = method === 'get' ? 'read' : 'write';
  return [`${access}:properties`, `${access}:leads`];
};
const everybody = ['owner', 'admin', 'agent', 'viewer'];

function expectedScopes(method: string, path: string): string[] {
  const [, , segment = ''] = path.split('/');
  if (segment === 'webhooks' || segment === 'integrations') return ['webhooks'];
  // Connections contain the workspace's credentials for other companies.
  if (segment === 'connections' || segment === 'connection-providers') return ['admin'];
  if (segment === 'analytics') return ['read:analytics'];
  if (segment === 'rate-limit' || segment === 'usage' || segment === 'files' || segment in anyScope) return [];
  // A read scope is enough for a calendar, because its address shows tasks but can't change them.
  if (path === '/v1/tasks/calendar') return ['read:leads'];
  if (path === '/v1/agents/{id}/leads') return ['read:agents', 'read:leads'];
  return [`${method === 'get' ? 'read' : 'write'}:${resources[segment]}`];
}

/** Operations for everyone except viewers. */
const isBeyondViewers = (path: string) => /^\/v1\/(imports|exports|notifications|tasks\/calendar)(\/|$)/.test(path);

/**
 * Returns the allowed roles. Viewers read. Agents read everything and write leads. Owners and admins do everything.
 * Only they use webhooks, integrations, their events, connections and the feed.
 */
function expectedRoles(method: string, path: string): string[] {
  if (/^\/v1\/(webhooks|integrations|events|feed|connections|connection-providers|statement-lines)(\/|$)/.test(path))
    return ['owner', 'admin'];
  if (isBeyondViewers(path)) return ['owner', 'admin', 'agent'];
  if (method === 'get') return everybody;
  // Only people who manage the sale may undo a payment.
  if (method === 'delete' && /^\/v1\/(holds\/\{id\}\/deposit|invoices\/\{id\}\/payments)/.test(path)) {
    return ['owner', 'admin'];
  }
  if (/^\/v1\/(payment-plans|document-templates)/.test(path)) return ['owner', 'admin'];
  const isAboutLeads = path.startsWith('/v1/files') || expectedScopes(method, path).includes('write:leads');
  return isAboutLeads ? ['owner', 'admin', 'agent'] : ['owner', 'admin'];
}

describe('permissions in the contract', () => {
  for (const { method, path, operation } of readContract(services).routes) {
    it(`require the resource's scopes and roles for ${method.toUpperCase()} ${path}`, () => {
      expect(operation['x-scopes']).to.have.members(expectedScopes(method, path));
      const alternatives = path.startsWith('/v1/files') ? scopesOfFiles(method) : anyScope[path.split('/')[2] ?? ''];
      expect(operation['x-any-scope'] ?? []).to.have.members(alternatives ?? []);
      expect(operation['x-roles']).to.have.members(expectedRoles(method, path));
    });
  }
});
