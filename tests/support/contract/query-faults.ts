import { typesOf } from './fields.js';
import type { ServedOperation } from './served-contract.js';
import { isTree, numberOf, type Tree, textOf } from './tree.js';

/** Query that must be refused, and the parameter that the answer must report. */
export interface QueryFault {
  readonly query: string;
  readonly name: string;
}

function wrongValues(schema: Tree): string[] {
  const [type] = typesOf(schema);
  const items = isTree(schema.items) ? schema.items : {};
  const maxLength = numberOf(schema.maxLength) ?? numberOf(items.maxLength);
  const least = numberOf(schema.minimum);
  const pattern = textOf(schema.pattern);
  return [
    ...('enum' in schema || 'enum' in items ? ['no_such_value'] : []),
    ...(type === 'number' || type === 'integer' ? ['x', 'NaN', '1e999'] : []),
    ...(type === 'integer' ? ['1.5'] : []),
    ...(type === 'boolean' ? ['perhaps'] : []),
    ...(least === undefined ? [] : [String(least - 1), '-1']),
    ...('format' in schema || 'anyOf' in schema ? ['yesterday', '2026-02-30'] : []),
    ...(pattern === undefined ? [] : ['¶', ' '].filter((one) => !new RegExp(pattern, 'u').test(one))),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ];
}

/** Returns every way in which one query parameter can break its schema. */
export function queryFaults({ queryParameters }: ServedOperation): QueryFault[] {
  return queryParameters.flatMap(({ name, schema }) =>
    wrongValues(schema).map((value) => ({ query: new URLSearchParams({ [name]: value }).toString(), name })),
  );
}
