import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startAuthProcess } from '../support/auth-process.js';
import { startAuthorization } from '../support/authorization.js';

const clientCount = 24;

describe('A process that is killed while it exchanges refresh tokens', () => {
  const server = useFixture(startAuthorization);

  it('leaves each client a token that works at another process', async () => {
    const person = await server().person('agent');
    const client = await server().client(person.workspace.id);
    const newToken = async (): Promise<string> => (await server().tokens(person, client)).refresh_token;
    const tokens = await Promise.all(Array.from({ length: clientCount }, newToken));
    const replica = await startAuthProcess(server());
    // A token may be exchanged again for ten seconds only, and the database may take as long to end the transactions of the killed.
    server().holdTime();
    try {
      const refreshAtReplica = async (refresh_token: string) => {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...client });
        const response = await fetch(`${replica.url}/oauth/token`, { method: 'POST', body });
        const { refresh_token: successor } = await response.json().then(Object);
        return typeof successor === 'string' ? successor : undefined;
      };
      // The first answer ends the process: the other requests are at whatever point they have reached.
      const refreshes = tokens.map(async (token) => {
        const successor = await refreshAtReplica(token).catch(() => undefined);
        await replica.kill();
        return successor;
      });
      const answered = await Promise.all(refreshes);
      expect(answered.filter((successor) => successor === undefined)).to.not.have.length(0);

      // The database keeps the locks of a transaction that nobody ends, for seconds: 503 until then.
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
    }
  });
});
