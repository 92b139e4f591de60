import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

/** Layers of the kit, from the lowest to the highest. */
const storeys = [
  'core',
  'telemetry',
  'network',
  'objects',
  'pdf',
  'broker',
  'store',
  'http',
  'rpc',
  'tasks',
  'imports',
  'service',
  'ops',
  'commands',
];

/** For every layer except the highest, a file that imports from the layer above. Also a file outside all layers. */
export const forbiddenKitImports: readonly ForbiddenImport[] = [
  ...storeys.slice(0, -1).map((storey, index) => {
    const above = storeys[index + 1] ?? '';
    return forbidden(
      `kit-${storey}-imports-down`,
      `services/kit/src/${storey}/up.ts`,
      imports(`../${above}/${above === 'commands' ? 'a' : 'up'}.js`),
      `${above}/ of the kit in ${storey}/`,
    );
  }),
  forbidden(
    'kit-has-storeys-only',
    'services/kit/src/loose.ts',
    imports('./core/errors.js'),
    'a file of the kit beside its storeys',
  ),
];
