import { closeServer, createApp, createHttpServer } from '@plotline/kit/http/server';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';

describe('createHttpServer', () => {
  it('gives every request and response the prototypes that express would set, so that it changes none', async () => {
    const app = createApp();
    const changed: object[] = [];
    app.get('/seen', (request, response) => {
      response.json({
        request: Object.getPrototypeOf(request) === app.request,
        response: Object.getPrototypeOf(response) === app.response,
        query: request.query,
        host: request.hostname,
      });
    });
    const server = createHttpServer(app);
    const port = await listenAnywhere(server);
    server.prependListener('request', (request, response) => {
      if (Object.getPrototypeOf(request) !== app.request) changed.push(request);
      if (Object.getPrototypeOf(response) !== app.response) changed.push(response);
    });
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/seen?a=1`);
      expect(await answer.json()).to.deep.equal({
        request: true,
        response: true,
        query: { a: '1' },
        host: '127.0.0.1',
      });
      expect(changed).to.deep.equal([]);
    } finally {
      await closeServer(server);
    }
  });

  it('sends neither a banner nor an entity tag of its own', async () => {
    const app = createApp();
    app.get('/', (_request, response) => void response.send('hello'));
    const server = createHttpServer(app);
    const port = await listenAnywhere(server);
    try {
      const { headers } = await fetch(`http://127.0.0.1:${port}/`);
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('etag')).to.equal(null);
    } finally {
      await closeServer(server);
    }
  });
});
