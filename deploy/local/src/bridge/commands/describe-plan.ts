import type { Document } from 'bson';

/** MongoDB's name for what a node of PostgreSQL's plan does; other nodes only pass their input on. */
const stages: Readonly<Record<string, string>> = {
  'Index Scan': 'IXSCAN',
  'Index Only Scan': 'IXSCAN',
  'Bitmap Index Scan': 'IXSCAN',
  'Seq Scan': 'COLLSCAN',
  Sort: 'SORT',
  'Incremental Sort': 'SORT',
  Limit: 'LIMIT',
  Aggregate: 'GROUP',
};

/** The part of mongod's explain that tools and tests look at, with PostgreSQL's own plan beside it. */
export function describePlan(explained: unknown, indexNames: unknown): Document {
  const root = Array.isArray(explained) && isObject(explained[0]) ? explained[0] : {};
  const plan = isObject(root['Plan']) ? root['Plan'] : {};
  return {
    queryPlanner: { winningPlan: describeNode(plan, isObject(indexNames) ? indexNames : {}) ?? { stage: 'EOF' } },
    executionStats: { nReturned: plan['Actual Rows'], executionTimeMillis: root['Execution Time'] },
    postgresPlan: root,
  };
}

function describeNode(node: Document, indexNames: Document): Document | undefined {
  const inputs = (Array.isArray(node['Plans']) ? node['Plans'] : [])
    .filter(isObject)
    .map((input) => describeNode(input, indexNames))
    .filter((input) => input !== undefined);
  const stage = stages[String(node['Node Type'])];
  if (stage === undefined) return inputs.length > 1 ? { stage: 'OR', inputStages: inputs } : inputs[0];
  const index = node['Index Name'];
  const indexName = typeof index === 'string' ? { indexName: mongoIndexName(index, indexNames) } : {};
  if (inputs.length === 0) return { stage, ...indexName };
  return { stage, ...indexName, ...(inputs.length > 1 ? { inputStages: inputs } : { inputStage: inputs[0] }) };
}

/** PostgreSQL's index is called `documents_rum_index_12`, or `collection_pk_3` for the one on `_id`. */
function mongoIndexName(name: string, indexNames: Document): string {
  if (name.startsWith('collection_pk_')) return '_id_';
  const id = /_(\d+)$/.exec(name)?.[1];
  const known: unknown = id === undefined ? undefined : indexNames[id];
  return typeof known === 'string' ? known : name;
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
