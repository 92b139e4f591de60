import type { INodeProperties } from 'n8n-workflow';

const show = { show: { resource: ['hold'], operation: ['create'] } };

export const holdFields: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['hold'] } },
    options: [{ name: 'Create', value: 'create', action: 'Hold a unit', description: 'Hold a unit for a lead' }],
    default: 'create',
  },
  { displayName: 'Unit ID', name: 'unitId', type: 'string', required: true, default: '', displayOptions: show },
  { displayName: 'Lead ID', name: 'leadId', type: 'string', required: true, default: '', displayOptions: show },
  {
    displayName: 'Join the Queue',
    name: 'queue',
    type: 'boolean',
    default: false,
    description: 'Whether the lead waits if another one holds the unit. Otherwise the step fails.',
    displayOptions: show,
  },
];
