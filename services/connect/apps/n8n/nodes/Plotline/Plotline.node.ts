import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { holdFields } from './hold-fields';
import { leadFields } from './lead-fields';
import { operations } from './operations';

/** Runs the chosen operation with one item. Resolves to the records that it found or changed. */
async function runOperation(node: IExecuteFunctions, index: number): Promise<IDataObject[]> {
  const name = `${node.getNodeParameter('resource', index)}.${node.getNodeParameter('operation', index)}`;
  const operation = operations[name];
  if (!operation) throw new NodeOperationError(node.getNode(), `There is no operation ${name}.`, { itemIndex: index });
  const found = await operation(node, index);
  return Array.isArray(found) ? found : [found];
}

/** Node that changes leads and holds. */
export class Plotline implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Plotline',
    name: 'plotline',
    icon: { light: 'file:plotline.svg', dark: 'file:plotline.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Create and move leads, and hold units',
    defaults: { name: 'Plotline' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'plotlineApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Hold', value: 'hold' },
          { name: 'Lead', value: 'lead' },
        ],
        default: 'lead',
      },
      ...leadFields,
      ...holdFields,
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (const index of this.getInputData().keys()) {
      try {
        const records = await runOperation(this, index);
        results.push(...records.map((json) => ({ json, pairedItem: { item: index } })));
      } catch (error) {
        const cause = error instanceof Error ? error : String(error);
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), cause, { itemIndex: index });
        const message = error instanceof Error ? error.message : String(error);
        results.push({ json: { error: message }, pairedItem: { item: index } });
      }
    }
    return [results];
  }
}
