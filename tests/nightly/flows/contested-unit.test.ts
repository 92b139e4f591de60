import { callerHeader, signCaller } from '@plotline/kit/core/caller';
import { createOperatorKeys } from '@plotline/local/demo/api-client';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { expect } from 'chai';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { system } from '../../support/system.js';
import { testCaller } from '../../support/test-runtime.js';
import { newWorkspace } from '../../support/workspace.js';

const leadCount = 50;

describe(`POST /v1/leads/:id/won, ${leadCount} times simultaneously for one unit through two pipeline processes`, () => {
  it('answers one request with 200 and the others with 409, and leaves one deal and one sold unit', async () => {
    const { api, id: workspaceId } = await newWorkspace();
    const { unitIds } = await createUnits(api, 1);
    const [unitId = ''] = unitIds;
    const leadIds = await createLeads(api, leadCount);

    const { services, operator } = system();
    const callerKeys = createOperatorKeys(operator);
    const ports = (await findFreePorts()).services.pipeline;
    const second = await system().startInstance('pipeline', { HTTP_PORT: ports.http, GRPC_PORT: ports.grpc });
    const win = async (baseUrl: string, leadId: string): Promise<number> => {
      const caller = testCaller(workspaceId, 'live', { deadline: Date.now() + 60_000 });
      const path = `/v1/leads/${leadId}/won`;
      const signed = signCaller(caller, { service: 'pipeline', method: 'POST', path }, callerKeys);
      const response = await fetch(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [callerHeader]: signed },
        body: JSON.stringify({ property_id: unitId, deal_value: 95_000 }),
      });
      await response.text();
      return response.status;
    };
    try {
      const baseUrls = [services.pipeline.httpUrl, second.httpUrl];
      const statuses = await Promise.all(leadIds.map((id, index) => win(baseUrls[index % 2] ?? '', id)));
      expect(statuses.filter((status) => status === 200)).to.have.length(1);
      expect(statuses.filter((status) => status === 409)).to.have.length(leadCount - 1);
    } finally {
      await system().hold(second.name);
    }
    expect((await api.get('/v1/deals')).records).to.have.length(1);
    expect((await api.get('/v1/leads?stage=won')).records).to.have.length(1);
    expect((await api.get(`/v1/units/${unitId}`)).record.status).to.equal('sold');
  });
});
