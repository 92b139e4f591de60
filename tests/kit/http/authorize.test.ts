import { assertScopes } from '@plotline/kit/http/authorize';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

describe('assertScopes', () => {
  it('requires all required scopes and one of the alternatives, and accepts admin for any scope', () => {
    for (const granted of [['a', 'x'], ['y', 'a', 'b'], ['admin']]) assertScopes(granted, ['a'], ['x', 'y']);
    assertScopes([], []);
  });

  it('lists the missing required scopes, and all alternatives when the caller has none of them', async () => {
    const missing = await refusalOf(async () => assertScopes(['x', 'b'], ['a', 'b', 'c'], ['x']));
    expect([missing.reason, missing.data]).to.deep.equal(['missing_scope', { scopes: ['a', 'c'] }]);
    const none = await refusalOf(async () => assertScopes(['a'], ['a'], ['x', 'y']));
    expect([none.reason, none.data]).to.deep.equal(['missing_scope', { scopes: ['x', 'y'] }]);
  });
});
