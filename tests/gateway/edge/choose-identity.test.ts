import { chooseIdentity } from '@plotline/gateway/edge/authorize';
import type { Identity, VerifiedCredential } from '@plotline/gateway/edge/identity';
import { defaultPlace } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { expect } from 'chai';

describe("the workspace of a person's request", () => {
  const identity = (workspaceId: string, needsTwoFactor = false): Identity => {
    const actor = { type: 'user', id: 'user_1', name: 'Ada', role: 'owner', agentId: 'agent_1' } as const;
    return {
      actor,
      credentialId: 'session_1',
      workspaceId,
      scopes: ['admin'],
      plan: 'starter',
      currency: 'EUR',
      ...defaultPlace,
      needsTwoFactor,
    };
  };
  const credential = (first: Identity, ...others: Identity[]): VerifiedCredential => {
    return { id: 'session_1', expiresAt: Infinity, identities: [first, ...others] };
  };
  const refusal = (one: VerifiedCredential, workspaceId?: string) => {
    try {
      return chooseIdentity(one, workspaceId).workspaceId;
    } catch (error) {
      return error instanceof Problem ? [error.status, error.reason] : error;
    }
  };
  const missing = [403, 'two_factor_setup_required'];

  it('is refused with 403 and the reason when a required second factor is missing, because clients sign out on 401', () => {
    const both = credential(identity('ws_strict', true), identity('ws_free'));
    expect(refusal(both, 'ws_strict')).to.deep.equal(missing);
    expect(refusal(credential(identity('ws_strict', true)))).to.deep.equal(missing);
  });

  it("is the person's first usable workspace when the request names none", () => {
    expect(refusal(credential(identity('ws_strict', true), identity('ws_free')))).to.equal('ws_free');
    expect(refusal(credential(identity('ws_1'), identity('ws_2')))).to.equal('ws_1');
    expect(refusal(credential(identity('ws_1'), identity('ws_2')), 'ws_2')).to.equal('ws_2');
    expect(refusal(credential(identity('ws_1')), 'ws_2')).to.deep.equal([403, 'foreign_workspace']);
  });
});
