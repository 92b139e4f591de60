/** One file that breaks one rule. */
interface ForbiddenImport {
  readonly rule: string;
  readonly path: string;
  readonly content: string;
  /** What the rule refuses, as the end of a sentence. */
  readonly refuses: string;
}

const imports = (...paths: readonly string[]): string => paths.map((path) => `import '${path}';\n`).join('');

const forbidden = (rule: string, path: string, content: string, refuses: string): ForbiddenImport => ({
  rule,
  path,
  content,
  refuses,
});

/** For every rule, files that break it. */
export const forbiddenImports: readonly ForbiddenImport[] = [
  forbidden('domain-is-pure', 'services/auth/src/domain/a.ts', imports('../store/keys.js'), 'the store in domain/'),
  forbidden('domain-is-pure', 'services/auth/src/domain/b.ts', imports('@plotline/kit/mongo'), 'the kit in domain/'),
  forbidden('domain-is-pure', 'services/auth/src/domain/c.ts', imports('mongoose'), 'a package in domain/'),
  forbidden('domain-is-pure', 'services/auth/src/domain/d.ts', imports('node:fs'), 'input and output in domain/'),
  forbidden(
    'store-sees-domain-and-kit',
    'services/auth/src/store/a.ts',
    imports('../context.js'),
    'the context in store/',
  ),
  forbidden(
    'store-sees-domain-and-kit',
    'services/auth/src/store/b.ts',
    imports('../http/key-json.js'),
    'http/ in store/',
  ),
  forbidden(
    'store-sees-domain-and-kit',
    'services/auth/src/store/c.ts',
    imports('@plotline/protos/plotline/team/v1/agents'),
    'the protos in store/',
  ),
  forbidden('json-sees-domain', 'services/auth/src/json/a.ts', imports('../store/keys.js'), 'the store in json/'),
  forbidden('http-sees-what-is-below', 'services/auth/src/http/a.ts', imports('../rpc/verify-key.js'), 'rpc/ in http/'),
  forbidden('http-sees-what-is-below', 'services/auth/src/http/b.ts', imports('../server.js'), 'the server in http/'),
  forbidden('rpc-sees-what-is-below', 'services/auth/src/rpc/a.ts', imports('../http/key-json.js'), 'http/ in rpc/'),
  forbidden(
    'events-sees-what-is-below',
    'services/auth/src/events/a.ts',
    imports('../http/key-json.js'),
    'http/ in events/',
  ),
  forbidden(
    'events-sees-what-is-below',
    'services/auth/src/events/b.ts',
    imports('../rpc/verify-key.js'),
    'rpc/ in events/',
  ),
  forbidden(
    'workers-sees-what-is-below',
    'services/auth/src/workers/a.ts',
    imports('../http/read-key.js'),
    'http/ in workers/',
  ),
  forbidden(
    'workers-sees-what-is-below',
    'services/auth/src/workers/b.ts',
    imports('../events/agent-deactivated.js'),
    'events/ in workers/',
  ),
  forbidden('context-without-http', 'services/team/src/context.ts', imports('./http/a.js'), 'http/ in the context'),
  forbidden('http-sees-what-is-below', 'services/team/src/http/a.ts', imports('../main.js'), 'the main file in http/'),
  forbidden(
    'sales-sees-what-is-below',
    'services/auth/src/sales/a.ts',
    imports('../http/read-key.js'),
    'http/ in sales/',
  ),
  forbidden(
    'checks-sees-what-is-below',
    'services/auth/src/checks/a.ts',
    imports('../http/read-key.js'),
    'http/ in checks/',
  ),
  forbidden(
    'accounts-sees-what-is-below',
    'services/auth/src/accounts/a.ts',
    imports('../http/read-key.js'),
    'http/ in accounts/',
  ),
  forbidden(
    'oauth-sees-what-is-below',
    'services/auth/src/oauth/a.ts',
    imports('../http/read-key.js'),
    'http/ in oauth/',
  ),
  forbidden('mail-sees-what-is-below', 'services/auth/src/mail/a.ts', imports('../http/read-key.js'), 'http/ in mail/'),
  forbidden(
    'pages-sees-what-is-below',
    'services/auth/src/pages/a.ts',
    imports('../rpc/verify-key.js'),
    'rpc/ in pages/',
  ),
  forbidden(
    'imports-sees-what-is-below',
    'services/auth/src/imports/a.ts',
    imports('../rpc/verify-key.js'),
    'rpc/ in imports/',
  ),
  forbidden(
    'formats-are-streams',
    'services/auth/src/formats/a.ts',
    imports('../store/keys.js'),
    'the store in formats/',
  ),
  forbidden(
    'peers-sees-what-is-below',
    'services/auth/src/peers/a.ts',
    imports('../http/read-key.js'),
    'http/ in peers/',
  ),
  forbidden('services-are-apart', 'services/auth/src/a.ts', imports('@plotline/team/domain/agent'), 'another service'),
  forbidden(
    'services-are-apart',
    'services/auth/src/b.ts',
    imports('../../../gateway/src/main.js'),
    'the gateway in a service',
  ),
  forbidden(
    'dashboard-is-apart',
    'services/dashboard/src/api/a.ts',
    imports('@plotline/kit/errors'),
    'the kit in the dashboard',
  ),
  forbidden(
    'dashboard-pages-are-apart',
    'services/dashboard/src/pages/deals/a.ts',
    imports('../people/b.js'),
    'a page in another page',
  ),
  forbidden(
    'dashboard-components-see-api',
    'services/dashboard/src/components/a.ts',
    imports('../pages/people/b.js'),
    'a page in components/',
  ),
  forbidden(
    'nothing-imports-dashboard',
    'gateway/src/d.ts',
    imports('@plotline/dashboard/pages/people/b'),
    'the dashboard in the gateway',
  ),
  forbidden(
    'gateway-sees-kit-and-protos',
    'gateway/src/a.ts',
    imports('@plotline/auth/domain/key'),
    'a service in the gateway',
  ),
  forbidden(
    'docs-sees-contract-and-kit',
    'services/docs/src/a.ts',
    imports('@plotline/gateway/edge/serve'),
    'what serves a request in the pages',
  ),
  forbidden('nothing-imports-docs', 'gateway/src/e.ts', imports('@plotline/docs/page'), 'the pages in the gateway'),
  forbidden(
    'launcher-sees-kit-and-protos',
    'deploy/local/src/a.ts',
    imports('@plotline/auth/domain/key'),
    'a service in the launcher',
  ),
  forbidden(
    'launcher-sees-kit-and-protos',
    'deploy/local/src/b.ts',
    imports('@plotline/documentdb-bridge/wire'),
    'the bridge in the launcher',
  ),
  forbidden(
    'single-sees-programs-and-kit',
    'deploy/single/src/a.ts',
    imports('@plotline/auth/domain/key'),
    'the domain of a service in the one process',
  ),
  forbidden(
    'documentdb-bridge-sees-npm-only',
    'deploy/documentdb-bridge/src/a.ts',
    imports('@plotline/kit/errors'),
    'the kit in the bridge',
  ),
  forbidden(
    'kit-sees-npm-only',
    'services/kit/src/a.ts',
    imports('@plotline/protos/plotline/team/v1/agents'),
    'the protos in the kit',
  ),
  forbidden(
    'kit-sees-npm-only',
    'services/kit/src/b.ts',
    imports('@plotline/team/domain/agent'),
    'a service in the kit',
  ),
  forbidden('protos-see-npm-only', 'protos/gen/a.ts', imports('@plotline/kit/errors'), 'the kit in the protos'),
  forbidden(
    'tests-are-not-imported',
    'services/auth/src/c.ts',
    imports('../../../tests/auth/key.test.js'),
    'a test in what ships',
  ),
  forbidden(
    'mongo-stays-in-store',
    'services/auth/src/http/c.ts',
    "import type { ClientSession } from 'mongoose';\nexport type Session = ClientSession;\n",
    'a type of mongoose in http/',
  ),
  forbidden('mongo-stays-in-store', 'services/auth/src/d.ts', imports('mongoose'), 'mongoose beside store/'),
  forbidden(
    'other-units-by-package-name',
    'services/auth/src/e.ts',
    imports('../../kit/src/errors.js'),
    'a path into another unit',
  ),
  forbidden('sources-not-builds', 'tests/auth/a.ts', imports('../../services/kit/dist/errors.js'), 'a built file'),
  forbidden(
    'no-cycles',
    'services/auth/src/f.ts',
    "import type { g } from './g.js';\nexport type f = g;\n",
    'a cycle, of types too',
  ),
  forbidden(
    'reached-from-a-main',
    'services/auth/src/g.ts',
    "import type { f } from './f.js';\nexport type g = f;\n",
    'a pair that only knows itself',
  ),
  forbidden('no-orphans', 'tests/support/orphan.ts', 'export const orphan = 1;\n', 'a file that nobody knows'),
  forbidden('reached-from-a-main', 'services/auth/src/h.ts', imports('./store/keys.js'), 'what no program reaches'),
  forbidden('resolvable', 'services/auth/src/i.ts', imports('./nowhere.js'), 'an import that leads nowhere'),
  forbidden('declared-packages', 'gateway/src/b.ts', imports('stray'), 'a package that the unit does not declare'),
  forbidden(
    'no-dev-packages-in-what-ships',
    'services/auth/src/j.ts',
    imports('stray'),
    'a development package in what ships',
  ),
];
