import { runCommand } from '@plotline/kit/service/command-line';
import { withContext } from '../with-context.js';
import { createWorkspaceWithOwner } from '../workspaces/api/create-workspace.js';

// The operator runs this with the service's environment. The service doesn't have to run.
await runCommand({
  usage: `Usage: create-workspace.js --name <name> --owner-email <address> [--plan <plan>] [--currency <code>]
         [--country <code>] [--time-zone <name>] [--again]
  Creates a workspace and prints the invitation of its owner.
  --plan      starter (the default), professional or enterprise
  --currency  a code of ISO 4217; USD unless given
  --country   a country code of ISO 3166-1, such as AE; none unless given
  --time-zone a time zone of the IANA database, such as Asia/Dubai; UTC unless given
  --again     creates it though there is a workspace of that name`,
  options: {
    name: { type: 'string', default: '' },
    'owner-email': { type: 'string', default: '' },
    plan: { type: 'string', default: 'starter' },
    currency: { type: 'string', default: 'USD' },
    country: { type: 'string', default: '' },
    'time-zone': { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
  },
  run: ({ values }) =>
    withContext(async (context) => {
      const { name = '', plan = '', currency = '', country = '', 'time-zone': timeZone = '' } = values;
      const { 'owner-email': ownerEmail = '', again: isAgain = false } = values;
      const request = { name, plan, currency, country, timeZone, ownerEmail, isAgain };
      const { workspace, invitationUrl } = await createWorkspaceWithOwner(context, request);
      process.stdout.write(
        `Workspace ${workspace.id} is created. The owner accepts the invitation here, within 7 days:\n${invitationUrl}\n`,
      );
    }),
});
