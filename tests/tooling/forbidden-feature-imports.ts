import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

/** Files that break the order of features or are in no feature, for each service that lists its features. */
export const forbiddenFeatureImports: readonly ForbiddenImport[] = [
  forbidden(
    'inventory-features-import-down',
    'services/inventory/src/units/model/up.ts',
    imports('../../properties/model/property.js'),
    'a feature above in a feature of inventory',
  ),
  forbidden(
    'inventory-has-features-only',
    'services/inventory/src/helpers/a.ts',
    imports('../units/model/unit.js'),
    'a folder of inventory beside its features',
  ),
  forbidden(
    'team-features-import-down',
    'services/team/src/teams/model/up.ts',
    imports('../../agents/model/agent.js'),
    'a feature above in a feature of team',
  ),
  forbidden(
    'team-has-features-only',
    'services/team/src/helpers/a.ts',
    imports('../teams/model/team.js'),
    'a folder of team beside its features',
  ),
  forbidden(
    'transfer-features-import-down',
    'services/transfer/src/formats/work/up.ts',
    imports('../../imports/model/import.js'),
    'a feature above in a feature of transfer',
  ),
  forbidden(
    'transfer-features-import-down',
    'services/transfer/src/exports/api/aside.ts',
    imports('../../imports/work/run-import.js'),
    'work that a feature of transfer does not offer',
  ),
  forbidden(
    'transfer-has-features-only',
    'services/transfer/src/helpers/a.ts',
    imports('../imports/model/import.js'),
    'a folder of transfer beside its features',
  ),
  forbidden(
    'connect-features-import-down',
    'services/connect/src/vendors/model/up.ts',
    imports('../../providers/stripe/model/keys.js'),
    'a feature above in a feature of connect',
  ),
  forbidden(
    'connect-has-features-only',
    'services/connect/src/helpers/a.ts',
    imports('../vendors/model/provider.js'),
    'a folder of connect beside its features',
  ),
  forbidden(
    'auth-features-import-down',
    'services/auth/src/keys/store/up.ts',
    imports('../../oauth/store/grants.js'),
    'a feature above in a feature of auth',
  ),
  forbidden(
    'auth-features-import-down',
    'services/auth/src/keys/api/offered.ts',
    imports('../../directory/work/team-updates.js'),
    'work that a feature of auth does not offer',
  ),
  forbidden(
    'auth-has-features-only',
    'services/auth/src/helpers/a.ts',
    imports('../keys/model/scope.js'),
    'a folder of auth beside its features',
  ),
  forbidden(
    'pipeline-features-import-down',
    'services/pipeline/src/leads/store/up.ts',
    imports('../../sales/api/update-lead.js'),
    'a feature above in a feature of pipeline',
  ),
  forbidden(
    'pipeline-has-features-only',
    'services/pipeline/src/helpers/a.ts',
    imports('../leads/model/lead.js'),
    'a folder of pipeline beside its features',
  ),
];
