import type { Caller } from '../core/caller.js';
import { Problem, type ProblemDetail } from '../core/errors.js';
import { assertRole, assertScopes } from '../http/authorize.js';
import { assertPlain } from '../http/body.js';
import { listRoutes, loadContract } from '../http/contract/document.js';
import { pickValidFields } from '../http/contract/faults.js';
import { createValidators } from '../http/contract/validator.js';

/** Valid fields of a row, and the faults of the others. */
export interface CheckedRow<Body> {
  /** Includes defaults, but no unknown, read-only or faulty fields. */
  readonly fields: Partial<Body>;
  readonly faults: readonly ProblemDetail[];
}

/** Checks rows like the bodies of an operation. */
export interface RowCheck<Body> {
  /** `record` is the row's JSON text. */
  check(record: string): CheckedRow<Body>;
  /** Throws FORBIDDEN unless the caller may use the operation. */
  assertAllowed(caller: Caller): void;
}

function refuse<Body>(message: string): CheckedRow<Body> {
  return { fields: {}, faults: [{ field: 'body', message }] };
}

/** Creates the checks for operations of a contract by operationId. Each is compiled on demand. */
export function createRowChecks(contract: URL): <Body extends object>(operationId: string) => RowCheck<Body> {
  const document = loadContract(contract);
  const validators = createValidators(document);
  const routes = listRoutes(document);
  return <Body extends object>(operationId: string): RowCheck<Body> => {
    const route = routes.find(({ operation }) => operation.operationId === operationId);
    if (!route) throw new Error(`The contract has no operation ${operationId}.`);
    const validator = validators(route);
    return {
      check: (record) => {
        // The validator below guarantees the type.
        let body: Body;
        try {
          body = JSON.parse(record);
          assertPlain(body);
        } catch (error) {
          return refuse(error instanceof Problem ? error.message : 'is not valid JSON');
        }
        const { faults } = validator.body(body, false);
        return { fields: pickValidFields(body, faults), faults };
      },
      assertAllowed: ({ scopes, actor }) => {
        assertScopes(scopes, route.operation['x-scopes']);
        assertRole(actor, route.operation['x-roles']);
      },
    };
  };
}
