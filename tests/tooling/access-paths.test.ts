import { holdIndexes } from '@plotline/inventory/holds/store/hold-collection';
import { holdPaths } from '@plotline/inventory/holds/store/hold-query';
import { milestoneIndexes, milestonePaths } from '@plotline/inventory/milestones/store/milestone-collection';
import { propertyIndexes, propertyPaths } from '@plotline/inventory/properties/store/property-collection';
import { unitIndexes, unitPaths } from '@plotline/inventory/units/store/unit-collection';
import type { Index } from '@plotline/kit/store/indexes';
import { type AccessPath, type AccessPaths, defaultOrder } from '@plotline/kit/store/lists/access-path';
import { jobIndexes } from '@plotline/kit/tasks/job';
import { jobPaths } from '@plotline/kit/tasks/job-queue';
import { leadIndexes } from '@plotline/pipeline/leads/store/lead-collection';
import { leadPaths } from '@plotline/pipeline/leads/store/lead-plan';
import { taskIndexes } from '@plotline/pipeline/tasks/store/task-collection';
import { taskPaths } from '@plotline/pipeline/tasks/store/task-query';
import { agentIndexes, agentPaths } from '@plotline/team/agents/store/agent-collection';
import { fileIndexes, filePaths } from '@plotline/transfer/record-files/store/record-files';
import { deliveryPaths } from '@plotline/webhook/deliveries/store/delivery-list-plan';
import { deliveryIndexes } from '@plotline/webhook/deliveries/store/delivery-schema';
import { expect } from 'chai';

const lists: Readonly<Record<string, readonly [AccessPaths, readonly Index[]]>> = {
  leads: [leadPaths, leadIndexes],
  tasks: [taskPaths, taskIndexes],
  units: [unitPaths, unitIndexes],
  milestones: [milestonePaths, milestoneIndexes],
  holds: [holdPaths, holdIndexes],
  properties: [propertyPaths, propertyIndexes],
  agents: [agentPaths, agentIndexes],
  files: [filePaths, fileIndexes],
  deliveries: [deliveryPaths, deliveryIndexes],
  jobs: [jobPaths, jobIndexes],
};

/**
 * Returns the index fields that follow the workspace. The order of a unique index's fields doesn't matter, because it
 * finds a single record.
 */
function listKeys(indexes: readonly Index[], name: string) {
  // Every collection has this index. An id is unique across workspaces.
  if (name === '_id_') return { keys: ['_id'], isUnique: true };
  const found = indexes.find((index) => index.name === name) ?? expect.fail(`no index ${name}`);
  const [owner, ...keys] = Object.keys(found.keys);
  expect(owner, name).to.equal('workspace_id');
  return { keys, isUnique: found.unique === true };
}

function assertIndexed(indexes: readonly Index[], { index, fields = [], range, order = defaultOrder }: AccessPath) {
  const { keys, isUnique } = listKeys(indexes, index);
  expect(keys.slice(0, fields.length), index).to.deep.equal(fields);
  if (!isUnique) expect(keys[fields.length], index).to.equal(range ?? order);
}

describe('the access paths', () => {
  for (const [name, [{ paths, ranges = [] }, indexes]] of Object.entries(lists)) {
    it(`use indexes of ${name} that begin with the paths' fields and have their order`, () => {
      for (const path of paths) {
        assertIndexed(indexes, path);
        for (const count of path.counts ?? []) assertIndexed(indexes, count);
      }
      for (const field of ranges.flat()) assertIndexed(indexes, { index: field, range: field });
    });

    it(`end with paths that need only the conditions in every query, for ${name}`, () => {
      const common = paths.at(-1)?.fields ?? [];
      const orders = new Set(paths.map(({ order = defaultOrder }) => order));
      for (const order of orders) {
        const last = paths.findLast((path) => (path.order ?? defaultOrder) === order);
        expect([last?.fields ?? [], last?.range], `${name} by ${order}`).to.deep.equal([common, undefined]);
      }
    });
  }
});
