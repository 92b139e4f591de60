import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { listenAnywhere } from '../../support/listen-anywhere.js';

/** The part of Parse Server that is used here. Parse Server is installed outside the repository. */
interface ParseServerModule {
  readonly ParseServer: new (options: object) => { start(): Promise<unknown>; readonly app: RequestListener };
}

const [manifest = '', databaseURI = ''] = process.argv.slice(2);
const parse: ParseServerModule = createRequire(manifest)('parse-server');

const type = (name: string) => ({ type: name });
const fields = {
  ...Object.fromEntries(
    ['name', 'email', 'phone', 'source', 'stage', 'timeline', 'assigned_agent'].map((field) => [field, type('String')]),
  ),
  ...Object.fromEntries(['interested_properties', 'tags'].map((field) => [field, type('Array')])),
  budget: type('Object'),
  score: type('Number'),
};
const anyone = Object.fromEntries(['find', 'count', 'get', 'create'].map((right) => [right, { '*': true }]));

const server = new parse.ParseServer({
  databaseURI,
  appId: 'bench',
  restAPIKey: 'rest_key_of_the_benchmark',
  masterKey: 'master_key_of_the_benchmark',
  serverURL: 'http://127.0.0.1:1/',
  silent: true,
  logLevel: 'error',
  // Skips the case-insensitive indexes for Parse Server's own users, because the engine may lack collations. The test
  // has no such users.
  databaseOptions: { createIndexUserUsernameCaseInsensitive: false, createIndexUserEmailCaseInsensitive: false },
  schema: { definitions: [{ className: 'Lead', fields, classLevelPermissions: anyone }] },
});
await server.start();
const port = await listenAnywhere(createServer(server.app));
process.send?.({ port });
process.once('disconnect', () => process.exit(0));
