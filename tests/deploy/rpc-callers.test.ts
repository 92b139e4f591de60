import { AccessServiceService } from '@plotline/protos/plotline/auth/v1/access';
import { AdministrationServiceService } from '@plotline/protos/plotline/auth/v1/administration';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { KeyTrafficServiceService } from '@plotline/protos/plotline/auth/v1/key_traffic';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { WorkspacesServiceService } from '@plotline/protos/plotline/auth/v1/workspaces';
import { DepositsServiceService } from '@plotline/protos/plotline/inventory/v1/deposits';
import { HoldsServiceService } from '@plotline/protos/plotline/inventory/v1/holds';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { AgentLeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import { AgentStatsServiceService } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import { LeadCopiesServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import { LeadEmailsServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_emails';
import { LeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/leads';
import { MilestonesServiceService } from '@plotline/protos/plotline/pipeline/v1/milestones';
import { PaymentsServiceService } from '@plotline/protos/plotline/pipeline/v1/payments';
import { RecordDetailsServiceService } from '@plotline/protos/plotline/records/v1/details';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import { LeadFilesServiceService } from '@plotline/protos/plotline/transfer/v1/lead_files';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import { expect } from 'chai';
import { rpcCallers } from '../support/rpc-callers.js';

const { importRows: _importRows, removeImported: _removeImported, ...readRecords } = RecordsServiceService;
const answered = {
  auth: [
    AccessServiceService,
    AdministrationServiceService,
    DigestsServiceService,
    InvitationsServiceService,
    KeyTrafficServiceService,
    VerificationServiceService,
    WorkspacesServiceService,
  ],
  inventory: [
    DepositsServiceService,
    HoldsServiceService,
    ListingsServiceService,
    RecordDetailsServiceService,
    RecordsServiceService,
    UsageServiceService,
  ],
  pipeline: [
    AgentLeadsServiceService,
    AgentStatsServiceService,
    LeadCopiesServiceService,
    LeadEmailsServiceService,
    LeadsServiceService,
    MilestonesServiceService,
    PaymentsServiceService,
    RecordDetailsServiceService,
    RecordsServiceService,
    UsageServiceService,
  ],
  team: [AccountsServiceService, AgentsServiceService, ReassignmentsServiceService, readRecords],
  transfer: [LeadFilesServiceService, UsageServiceService],
};

describe('the programs that may call an RPC', () => {
  it("are listed for exactly the services' RPCs", () => {
    for (const [service, definitions] of Object.entries(answered)) {
      const paths = definitions.flatMap((definition) => Object.values(definition).map(({ path }) => path));
      expect(Object.keys(rpcCallers[service] ?? {}), service).to.have.members(paths);
    }
  });

  it('are operators only, if the RPC creates workspaces, keys, members or clients', () => {
    for (const { path } of Object.values(AdministrationServiceService)) {
      expect(rpcCallers['auth']?.[path], path).to.deep.equal(['operator']);
    }
  });

  it('are limited for transfer, webhook and connect, which handle untrusted input', () => {
    const allowed = (program: string) =>
      Object.values(rpcCallers).flatMap((callers) =>
        Object.keys(callers).filter((path) => callers[path]?.includes(program)),
      );
    const { importRows, removeImported, readRecords: read } = RecordsServiceService;
    expect(new Set(allowed('transfer'))).to.deep.equal(
      new Set([
        importRows.path,
        removeImported.path,
        read.path,
        AccessServiceService.checkAccess.path,
        LeadsServiceService.getLeads.path,
        ListingsServiceService.getListings.path,
        UsageServiceService.getUsage.path,
      ]),
    );
    const booking = [...Object.values(PaymentsServiceService), ...Object.values(DepositsServiceService)];
    const copying = [
      ...Object.values(LeadCopiesServiceService),
      AgentsServiceService.getAgents,
      ListingsServiceService.getListings,
    ];
    const emails = Object.values(LeadEmailsServiceService);
    const filing = [RecordDetailsServiceService.getRecord, ...Object.values(LeadFilesServiceService)];
    const called = [...booking, ...copying, ...emails, ...filing].map(({ path }) => path);
    expect(new Set(allowed('connect'))).to.deep.equal(new Set(called));
    expect(allowed('webhook')).to.have.members([
      DigestsServiceService.mailDigest.path,
      DigestsServiceService.mailNotices.path,
      AgentsServiceService.getAgents.path,
    ]);
  });
});
