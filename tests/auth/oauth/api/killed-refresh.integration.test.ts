import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { startMongoProxy } from '../../../support/severable-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuthProcess } from '../../support/auth-process.js';
import { startAuthorization } from '../../support/authorization.js';

const clientCount = 24;
/** Number of commits that reach the database. Lower than the number of clients. */
const passedCommits = 8;

describe('A process that is killed while it exchanges refresh tokens', () => {
  const server = useFixture(startAuthorization);

  it('leaves each client a token that works in another process', async () => {
    const person = await server().person('agent');
    const client = await server().client(person.workspace.id);
    const newToken = async (): Promise<string> => (await server().tokens(person, client)).refresh_token;
    const tokens = await Promise.all(Array.from({ length: clientCount }, newToken));
    const { proxy, url } = await startMongoProxy();
    const replica = await startAuthProcess(server(), { MONGO_URL: url });
    // A token can be exchanged again for only ten seconds. The database may need as long to end the killed process's
    // transactions.
    server().holdTime();
    try {
      const refreshAtReplica = async (refresh_token: string) => {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...client });
        const response = await fetch(`${replica.url}/oauth/token`, { method: 'POST', body });
        const { refresh_token: successor } = await response.json().then(Object);
        return typeof successor === 'string' ? successor : undefined;
      };
      const [first = '', ...others] = tokens;
      const successorOfFirst = await refreshAtReplica(first);
      expect(successorOfFirst).to.be.a('string');
      // The database hangs before all clients have an answer. So the kill interrupts the other requests at various
      // points.
      const hangs = new Promise<void>((resolve) => {
        let commits = 0;
        proxy.onRequest((bytes) => {
          if (bytes.includes('commitTransaction')) commits += 1;
          if (commits < passedCommits) return;
          proxy.freeze();
          resolve();
        });
      });
      const refreshes = others.map((token) => refreshAtReplica(token).catch(() => undefined));
      await hangs;
      await replica.kill();
      proxy.sever();
      const answered = [successorOfFirst, ...(await Promise.all(refreshes))];
      expect(answered).to.include(undefined);

      // The answer is 503 until the database releases the locks of an abandoned transaction. This takes seconds.
      const refresh = (token: string) =>
        eventually(async () => {
          const reply = await server().refresh(client, token);
          expect(reply.status, reply.text).to.equal(200);
          return reply.body.refresh_token;
        });
      const successors = await Promise.all(tokens.map(refresh));
      for (const [index, successor] of answered.entries()) {
        if (successor !== undefined) expect(successors[index]).to.equal(successor);
      }
      await Promise.all(successors.map(refresh));
    } finally {
      await replica.stop();
      await proxy.close();
    }
  });
});
