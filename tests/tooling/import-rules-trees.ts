/** Path → content of the files of a small checkout. */
export type Tree = Readonly<Record<string, string>>;

const manifest = (name: string, fields: object = {}): string => JSON.stringify({ name, type: 'module', ...fields });
const imports = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');
const mongoose = { dependencies: { mongoose: '1' } };

/** A checkout in which every kind of import that the architecture allows occurs, and no other. */
export const allowedTree: Tree = {
  'package.json': manifest('plotline', { workspaces: ['services/*', 'gateway', 'protos', 'deploy/*', 'tests'] }),
  'node_modules/mongoose/package.json': manifest('mongoose', { main: 'index.js' }),
  'node_modules/mongoose/index.js': 'export const connect = 1;\n',
  'node_modules/stray/package.json': manifest('stray', { main: 'index.js' }),
  'node_modules/stray/index.js': 'export const stray = 1;\n',
  'services/kit/package.json': manifest('@plotline/kit', mongoose),
  'services/kit/src/core/errors.ts': "import 'node:util';\n",
  'services/kit/src/mongo.ts': imports('mongoose', './errors.js'),
  'services/kit/dist/errors.js': '',
  'protos/package.json': manifest('@plotline/protos'),
  'protos/gen/plotline/team/v1/agents.ts': 'export const agents = 1;\n',
  'services/team/package.json': manifest('@plotline/team'),
  'services/team/src/main.ts': imports('./domain/agent.js'),
  'services/team/src/domain/agent.ts': 'export const agent = 1;\n',
  'services/auth/package.json': manifest('@plotline/auth', { ...mongoose, devDependencies: { stray: '1' } }),
  'services/auth/src/main.ts': imports('./server.js'),
  'services/auth/src/server.ts': imports('./http/read-key.js', './rpc/verify-key.js', './events/agent-deactivated.js'),
  'services/auth/src/context.ts': imports('./store/keys.js', '@plotline/kit/mongo'),
  'services/auth/src/domain/key.ts': imports('@plotline/kit/errors', './scope.js'),
  'services/auth/src/domain/scope.ts': 'export const scope = 1;\n',
  'services/auth/src/store/keys.ts': imports('mongoose', 'node:crypto', '../domain/key.js', '@plotline/kit/mongo'),
  'services/auth/src/http/key-json.ts': imports('../domain/key.js'),
  'services/auth/src/json/key.ts': imports('../domain/key.js'),
  'services/auth/src/http/read-key.ts': imports('./key-json.js', '../json/key.js', '../context.js', '../store/keys.js'),
  'services/auth/src/rpc/verify-key.ts': imports(
    '../context.js',
    '../imports/take-rows.js',
    '@plotline/protos/plotline/team/v1/agents',
  ),
  'services/auth/src/events/agent-deactivated.ts': imports('../context.js', '../domain/key.js', '../workers/expiry.js'),
  'services/auth/src/workers/expiry.ts': imports(
    '../context.js',
    '../formats/csv.js',
    '../json/key.js',
    '@plotline/kit/mongo',
  ),
  'services/auth/src/imports/take-rows.ts': imports('../http/read-key.js', '../store/keys.js', '@plotline/kit/mongo'),
  'services/auth/src/formats/csv.ts': imports('@plotline/kit/errors'),
  'services/dashboard/package.json': manifest('@plotline/dashboard'),
  'services/dashboard/src/pages/people/b.ts': imports('../../api/c.js'),
  'services/dashboard/src/api/c.ts': 'export const c = 1;\n',
  'gateway/package.json': manifest('@plotline/gateway'),
  'gateway/src/main.ts': imports('@plotline/kit/errors', '@plotline/protos/plotline/team/v1/agents'),
  'deploy/documentdb-bridge/package.json': manifest('@plotline/documentdb-bridge'),
  'deploy/documentdb-bridge/src/main.ts': imports('./wire.js'),
  'deploy/documentdb-bridge/src/wire.ts': imports('node:net'),
  'deploy/local/package.json': manifest('@plotline/local'),
  'deploy/local/src/cli/start.ts': imports('@plotline/kit/errors', '@plotline/protos/plotline/team/v1/agents'),
  'tests/package.json': manifest('@plotline/tests', { devDependencies: { stray: '1' } }),
  'tests/auth/key.test.ts': imports('@plotline/auth/domain/key', 'stray', '../../services/auth/src/store/keys.js'),
};
