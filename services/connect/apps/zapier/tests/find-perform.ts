import assert from 'node:assert/strict';
import type { Bundle, ZObject } from 'zapier-platform-core';
import app from '../src/index.js';

type Perform = (z: ZObject, bundle: Bundle) => object | Promise<object>;

/** Returns a function of the app, such as `triggers.lead_created.operation.perform`. */
export function findPerform(path: string): Perform {
  const found: unknown = path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), app);
  assert.equal(typeof found, 'function', `${path} is a function`);
  return (z, bundle) => Reflect.apply(Object(found), undefined, [z, bundle]);
}
