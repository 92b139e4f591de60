import type { PlantedFault } from './planted-faults.js';

/** Faults of each kind in the inventory service. */
export const inventoryFaults: readonly PlantedFault[] = [
  {
    title: 'a counter of units that is not what a count gives',
    service: 'inventory',
    check: 'counters',
    plant: async (world) => {
      const { workspaceId, portfolio } = world;
      await world.set('inventory', 'unit_counters', `${workspaceId}/${portfolio.propertyId}.0`, { 'counts.sold': 99 });
      return portfolio.propertyId;
    },
  },
  {
    title: 'a unit of an agent whom there is not',
    service: 'inventory',
    check: 'unit_agent',
    plant: async (world) => {
      await world.collection('team', 'agents').deleteOne({ _id: world.portfolio.agents.ofUnit });
      return world.portfolio.unitIds[4] ?? '';
    },
  },
  {
    title: 'a hold of a unit that there is not',
    service: 'inventory',
    check: 'hold_unit',
    plant: async (world) => {
      const hold = { _id: 'hold_lost', workspace_id: world.workspaceId, version: 1, status: 'queued' };
      await world.collection('inventory', 'holds').insertOne({ ...hold, unit_id: 'unit_lost' });
      return hold._id;
    },
  },
  {
    title: 'a hold of a lead that there is not',
    service: 'inventory',
    check: 'hold_lead',
    plant: (world) => world.set('inventory', 'holds', 'hold_lost', { lead_id: 'lead_lost' }),
  },
  {
    title: 'an ended hold that has kept the notes of a lead that there is not',
    service: 'inventory',
    check: 'hold_lead',
    plant: async (world) => {
      const hold = { _id: 'hold_noted', workspace_id: world.workspaceId, version: 1, status: 'released' };
      const lead = { lead_id: 'lead_merged', notes: 'Prefers mornings' };
      await world.collection('inventory', 'holds').insertOne({ ...hold, unit_id: world.portfolio.unitIds[0], ...lead });
      return hold._id;
    },
  },
  {
    title: 'a milestone of a property that there is not',
    service: 'inventory',
    check: 'milestone_property',
    plant: async (world) => {
      const milestone = { _id: 'mile_lost', workspace_id: world.workspaceId, version: 1, name: 'Roof' };
      await world.collection('inventory', 'milestones').insertOne({ ...milestone, property_id: 'prop_lost' });
      return milestone._id;
    },
  },
  {
    title: 'a unit that shows a hold which it does not have',
    service: 'inventory',
    check: 'holds',
    plant: (world) =>
      world.set('inventory', 'units', world.portfolio.unitIds[6] ?? '', {
        hold: {
          id: 'hold_none',
          expires_at: new Date('2099-01-01'),
          lead_id: 'lead_none',
          agent_id: null,
          queue_length: 0,
        },
      }),
  },
];
