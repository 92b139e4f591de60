import { forbiddenFeatureImports } from './forbidden-feature-imports.js';
import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';
import { forbiddenInDashboard } from './forbidden-imports-of-dashboard.js';
import { forbiddenInGateway } from './forbidden-imports-of-gateway.js';
import { forbiddenKitImports } from './forbidden-kit-imports.js';
import { forbiddenRoomImports } from './forbidden-room-imports.js';
import { forbiddenWebhookImports } from './forbidden-webhook-imports.js';

/** One forbidden import for each rule. */
export const forbiddenImports: readonly ForbiddenImport[] = [
  ...forbiddenInDashboard,
  ...forbiddenInGateway,
  forbidden(
    'context-without-api',
    'services/shop/src/context.ts',
    imports('./orders/api/create-order.js'),
    'api/ in the context',
  ),
  forbidden(
    'peers-import-records',
    'services/shop/src/peers/a.ts',
    imports('../orders/api/create-order.js'),
    'api/ in peers/',
  ),
  forbidden(
    'services-are-apart',
    'services/shop/src/a.ts',
    imports('@plotline/team/agents/model/agent'),
    'another service',
  ),
  forbidden(
    'services-are-apart',
    'services/shop/src/b.ts',
    imports('../../../gateway/src/main.js'),
    'the gateway in a service',
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
    imports('@plotline/auth/keys/model/scope'),
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
    imports('@plotline/auth/keys/model/scope'),
    'the domain of a service in the one process',
  ),
  forbidden(
    'backup-sees-kit',
    'deploy/backup/src/a.ts',
    imports('@plotline/auth/keys/model/scope'),
    'a service in the backups',
  ),
  forbidden(
    'documentdb-bridge-sees-npm-only',
    'deploy/documentdb-bridge/src/a.ts',
    imports('@plotline/kit/core/errors'),
    'the kit in the bridge',
  ),
  forbidden(
    'kit-sees-npm-only',
    'services/kit/src/commands/a.ts',
    imports('@plotline/protos/plotline/team/v1/agents'),
    'the protos in the kit',
  ),
  forbidden(
    'kit-sees-npm-only',
    'services/kit/src/commands/b.ts',
    imports('@plotline/team/agents/model/agent'),
    'a service in the kit',
  ),
  ...forbiddenKitImports,
  ...forbiddenRoomImports,
  ...forbiddenFeatureImports,
  ...forbiddenWebhookImports,
  forbidden('protos-see-npm-only', 'protos/gen/a.ts', imports('@plotline/kit/core/errors'), 'the kit in the protos'),
  forbidden(
    'tests-are-not-imported',
    'services/shop/src/c.ts',
    imports('../../../tests/auth/key.test.js'),
    'a test in what ships',
  ),
  forbidden(
    'mongo-stays-in-store',
    'services/shop/src/orders/api/mongo.ts',
    "import type { ClientSession } from 'mongoose';\nexport type Session = ClientSession;\n",
    'a type of mongoose in api/',
  ),
  forbidden('mongo-stays-in-store', 'services/shop/src/d.ts', imports('mongoose'), 'mongoose beside store/'),
  forbidden(
    'other-units-by-package-name',
    'services/shop/src/e.ts',
    imports('../../kit/src/core/errors.js'),
    'a path into another unit',
  ),
  forbidden('sources-not-builds', 'tests/auth/a.ts', imports('../../services/kit/dist/errors.js'), 'a built file'),
  forbidden(
    'no-cycles',
    'services/shop/src/f.ts',
    "import type { g } from './g.js';\nexport type f = g;\n",
    'a cycle, of types too',
  ),
  forbidden(
    'reached-from-a-main',
    'services/shop/src/g.ts',
    "import type { f } from './f.js';\nexport type g = f;\n",
    'a pair that only knows itself',
  ),
  forbidden('no-orphans', 'tests/support/orphan.ts', 'export const orphan = 1;\n', 'a file that nobody knows'),
  forbidden(
    'reached-from-a-main',
    'services/shop/src/h.ts',
    imports('./orders/store/orders.js'),
    'what no program reaches',
  ),
  forbidden('resolvable', 'services/shop/src/i.ts', imports('./nowhere.js'), 'an import that leads nowhere'),
  forbidden('declared-packages', 'gateway/src/b.ts', imports('stray'), 'a package that the unit does not declare'),
  forbidden(
    'no-dev-packages-in-what-ships',
    'services/shop/src/j.ts',
    imports('stray'),
    'a development package in what ships',
  ),
];
