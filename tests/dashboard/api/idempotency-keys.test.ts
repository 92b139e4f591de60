import { createWorkspaceMiddleware } from '@plotline/dashboard/api/middleware';
import { expect } from 'chai';
import createClient from 'openapi-fetch';

interface Paths {
  '/notes': { post: { requestBody: { content: { 'application/json': { text: string } } }; responses: object } };
}

/**
 * Creates a client that records idempotency keys. Its requests get these statuses in order. 0 breaks the connection.
 */
function newClient(workspaceId: string, statuses: number[]) {
  const keys: (string | null)[] = [];
  const fetch = async ({ headers }: Request) => {
    keys.push(headers.get('idempotency-key'));
    const status = statuses.shift() ?? 201;
    if (status === 0) throw new TypeError('Failed to fetch');
    return Response.json({}, { status });
  };
  const client = createClient<Paths>({ baseUrl: 'http://localhost/live', fetch });
  client.use(createWorkspaceMiddleware(workspaceId));
  const send = (text: string) => client.POST('/notes', { body: { text } }).catch(() => undefined);
  return { keys, send };
}

describe('the idempotency key of a dashboard request', () => {
  it('is reused for the same request after a lost response, and changes after a success', async () => {
    for (const lost of [0, 500, 503, 429]) {
      const { keys, send } = newClient(`after ${lost}`, [lost]);
      for (let times = 0; times < 3; times += 1) await send('Called.');
      expect(keys[0], String(lost)).to.be.a('string').that.equals(keys[1]);
      expect(keys[2], String(lost)).not.to.equal(keys[1]);
    }
  });

  it('differs between requests and between workspaces', async () => {
    const [first, other] = [newClient('first', [0, 0]), newClient('other', [0])];
    await first.send('Called.');
    await first.send('Wrote.');
    await other.send('Called.');
    expect(new Set([...first.keys, ...other.keys])).to.have.property('size', 3);
  });
});
