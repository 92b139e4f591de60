import { type ForbiddenImport, forbidden, imports } from './forbidden-import.js';

/** One forbidden import for each rule about a feature's rooms. */
export const forbiddenRoomImports: readonly ForbiddenImport[] = [
  forbidden(
    'model-is-pure',
    'services/shop/src/orders/model/a.ts',
    imports('../store/orders.js'),
    'the store of a feature in model/',
  ),
  forbidden(
    'model-is-pure',
    'services/shop/src/orders/model/b.ts',
    imports('@plotline/kit/store/mongo'),
    'more than the core of the kit in model/',
  ),
  forbidden('model-is-pure', 'services/shop/src/orders/model/c.ts', imports('node:fs'), 'input and output in model/'),
  forbidden(
    'store-imports-model-and-kit',
    'services/shop/src/orders/store/a.ts',
    imports('../../context.js'),
    'the context in the store of a feature',
  ),
  forbidden(
    'store-imports-model-and-kit',
    'services/shop/src/orders/store/b.ts',
    imports('../api/create-order.js'),
    'api/ in the store of a feature',
  ),
  forbidden(
    'api-imports-rooms',
    'services/shop/src/orders/api/a.ts',
    imports('../../main.js'),
    'the main file in api/',
  ),
  forbidden(
    'work-imports-rooms',
    'services/shop/src/orders/work/a.ts',
    imports('../../main.js'),
    'the main file in work/',
  ),
  forbidden(
    'work-imports-no-own-api',
    'services/shop/src/orders/work/b.ts',
    imports('../api/create-order.js'),
    'api/ in work/',
  ),
  forbidden(
    'mongo-stays-in-store',
    'services/shop/src/orders/api/b.ts',
    imports('mongoose'),
    'mongoose in the api/ of a feature',
  ),
];
