import { chooseIdentity } from '@plotline/gateway/edge/authorize';
import type { Identity } from '@plotline/gateway/edge/identity';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

function toIdentity(workspaceId: string, suspension?: string): Identity {
  const actor = { type: 'key', id: 'key_1', name: 'Website' } as const;
  const place = { currency: 'EUR', country: '', timeZone: 'UTC' };
  return { actor, credentialId: 'key_1', workspaceId, scopes: ['admin'], plan: 'starter', ...place, suspension };
}

const credential = {
  id: 'session_1',
  expiresAt: Number.POSITIVE_INFINITY,
  identities: [toIdentity('ws_1', 'payment'), toIdentity('ws_2')],
} as const;

describe('the choice of a workspace', () => {
  it('refuses a suspended workspace, with the class of the reason', async () => {
    const refusal = await refusalOf(async () => chooseIdentity(credential, 'ws_1'));
    expect(refusal).to.include({ code: 'FORBIDDEN', reason: 'workspace_suspended' });
    expect(refusal.message).to.equal('The workspace is suspended. A payment is overdue.');
    expect(refusal.data).to.deep.equal({ suspension: 'payment' });
  });

  it('explains a class that this release does not know', async () => {
    const unknown = { ...credential, identities: [toIdentity('ws_1', 'of_a_later_version')] } as const;
    const refusal = await refusalOf(async () => chooseIdentity(unknown, undefined));
    expect(refusal.message).to.equal('The workspace is suspended. Ask your Plotline provider for the reason.');
  });

  it('skips a suspended workspace if the request names none', () => {
    expect(chooseIdentity(credential, undefined).workspaceId).to.equal('ws_2');
  });
});
