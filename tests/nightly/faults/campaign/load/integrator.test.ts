import { expect } from 'chai';
import { createHistory } from '../history/operation.js';
import { Integrator } from './integrator.js';

describe('a campaign client', () => {
  it('neither sends nor records an operation that the running release lacks', async () => {
    const history = createHistory();
    const access = { targets: [], key: 'pl_live_1', tenant: 'w0-live', name: 'w0-live/reader-0' };
    const client = new Integrator({ ...access, missingOperations: new Set(['getLeadSummary']) }, history, 'ws_1');
    const missing = { name: 'getLeadSummary', method: 'GET', path: '/v1/leads/summary' } as const;
    const { data, operation } = await client.call(missing);
    expect([data, operation.answer, history.operations]).to.deep.equal([undefined, undefined, []]);
    // Every other call fails, because there is no gateway.
    const known = await client.call({ ...missing, name: 'listLeads' }).catch((error: unknown) => String(error));
    expect([known, history.operations.length]).to.deep.equal(['Error: There is no gateway.', 1]);
  });
});
