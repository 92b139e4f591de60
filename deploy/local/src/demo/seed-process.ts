import { rename, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Mode } from '@plotline/kit/core/caller';
import type { SystemAddresses } from '../supervise/running-system.js';
import { ServiceClient } from './api-client.js';
import { CredentialIssuer } from './credentials.js';
import { type Member, seedTeam } from './people.js';
import { seedPortfolio } from './portfolio.js';
import { seedProspects } from './prospects.js';
import { Random } from './random.js';
import { seedSales } from './sales.js';

interface Size {
  readonly properties: number;
  readonly units: number;
  readonly agents: number;
  readonly leads: number;
}

const small: Size = { properties: 2, units: 20, agents: 3, leads: 20 };

const workspaces: readonly {
  readonly name: string;
  readonly plan: string;
  readonly host: string;
  readonly live: Size;
}[] = [
  {
    name: 'Meridian Homes',
    plan: 'enterprise',
    host: 'meridian.example',
    live: { properties: 12, units: 300, agents: 8, leads: 500 },
  },
  { name: 'Kestrel Estates', plan: 'professional', host: 'kestrel.example', live: small },
  { name: 'Corner Lettings', plan: 'starter', host: 'corner.example', live: small },
];

/**
 * Creates the missing demo data in a running system, and writes `system.demoFile` (mode 0600) as its last step. Can be
 * repeated: creates each record only once, and replaces the keys, because they can't be read back.
 */
async function seedDemo(system: SystemAddresses): Promise<void> {
  const issuer = new CredentialIssuer(system);
  try {
    const described = await Promise.all(
      workspaces.map(async ({ name, plan, host, live }, index) => {
        const { id } = await issuer.workspace(name, plan);
        const seed = async (mode: Mode, size: Size): Promise<Member[]> => {
          const random = new Random(1_000 * (index + 1));
          const client = new ServiceClient(system, id, mode);
          const members = await seedTeam(client, size.agents, host, random);
          await issuer.activate(id, mode, members);
          const agents = members.filter(({ role }) => role === 'agent').map((member) => member.id);
          const portfolio = await seedPortfolio(client, size, agents, random);
          await seedProspects(client, size.leads, portfolio, agents, random);
          await seedSales(client, portfolio, agents);
          return members;
        };
        // Tenants share nothing, so all of them are seeded at the same time.
        const [members] = await Promise.all([seed('live', live), seed('sandbox', small)]);
        return { id, name, plan, ...(await issuer.issue(id, members)) };
      }),
    );
    await writeDemoFile(system, described);
  } finally {
    issuer.close();
  }
}

/** Writes a temporary file and renames it, so that readers never see a partial file. */
async function writeDemoFile({ urls, demoFile }: SystemAddresses, described: readonly object[]): Promise<void> {
  const content = { base_url: urls.api, sandbox_url: urls.sandbox, auth_url: urls.auth, workspaces: described };
  const draft = `${demoFile}.new`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, demoFile);
}

// The launcher writes the addresses of the running system to standard input.
const system: unknown = JSON.parse(await text(process.stdin));
if (!isSystemAddresses(system)) throw new Error('standard input contains no system addresses');
await seedDemo(system);

/** Checks only a few fields, because a launcher of the same build wrote the input. */
function isSystemAddresses(value: unknown): value is SystemAddresses {
  return typeof value === 'object' && value !== null && 'urls' in value && 'services' in value && 'demoFile' in value;
}
