import { eventSamples, toSampleName } from '@plotline/webhook/channels/model/event-samples';
import { readPublicEvents } from '@plotline/webhook/contract';
import { expect } from 'chai';
import { createServedDocument } from '../../gateway/support/served-document.js';
import { isTree, type Tree } from '../../support/contract/tree.js';

/** Returns the schema at a path of fields. Undefined if the record has no such field. */
function findField(document: Tree, schema: unknown, [name, ...rest]: readonly string[]): unknown {
  const reference = isTree(schema) ? schema.$ref : undefined;
  if (typeof reference === 'string') {
    const [, , group = '', type = ''] = reference.split('/');
    const components = isTree(document.components) ? document.components[group] : {};
    return findField(
      document,
      isTree(components) ? components[type] : undefined,
      name === undefined ? [] : [name, ...rest],
    );
  }
  if (name === undefined) return schema;
  const properties = isTree(schema) && isTree(schema.properties) ? schema.properties : {};
  return findField(document, properties[name], rest);
}

function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  return isTree(value) ? Object.entries(value).flatMap(([name, part]) => listPaths(part, [...path, name])) : [path];
}

describe('example events', () => {
  const document = createServedDocument();
  const records = { lead: 'Lead', property: 'Property', unit: 'Unit', agent: 'Agent', deal: 'Deal' } as const;
  const ofUnits = { milestone: 'Milestone', hold: 'Hold' } as const;
  const sales = { commission: 'Commission', instalment: 'Instalment', invoice: 'Invoice', payment: 'Payment' } as const;
  const schemas = { ...records, ...ofUnits, ...sales, task: 'Task' };

  it('cover every kind of record that has events', () => {
    const groups = new Set([...readPublicEvents().keys()].map((event) => event.split('.')[0]));
    expect(Object.keys(eventSamples)).to.have.members([...groups]);
  });

  it('include a public event for each event that a subscription can choose', () => {
    const events = [...readPublicEvents().keys()];
    for (const choice of ['*', ...Object.keys(eventSamples).map((group) => `${group}.*`)]) {
      expect(events, choice).to.include(toSampleName(choice));
    }
    expect(toSampleName('lead.*')).to.match(/^lead\./);
    expect(toSampleName('lead.won')).to.equal('lead.won');
  });

  for (const [group, type] of Object.entries(schemas)) {
    it(`have only fields that ${type} has`, () => {
      const missing = listPaths(Reflect.get(eventSamples, group)).filter((path) => {
        const holder = path[0] === 'entry' ? 'NoteOfLead' : type;
        return findField(document, { $ref: `#/components/schemas/${holder}` }, path) === undefined;
      });
      expect(missing).to.deep.equal([]);
    });
  }
});
