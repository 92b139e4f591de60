import { readContract } from '@plotline/gateway/contract/merge';
import { createWebhooks } from '@plotline/gateway/contract/webhooks';
import { expect } from 'chai';
import { createEventCheck } from '../../support/event-check.js';
import { createServedDocument, servicesFolder } from '../support/served-document.js';

const { events, components } = readContract(servicesFolder);
const { webhooks } = createWebhooks({ events, components });

const readExample = (name: string): unknown =>
  ['post', 'requestBody', 'content', 'application/json', 'examples', 'event', 'value'].reduce<unknown>(
    (place, key) => Reflect.get(Object(place), key),
    webhooks[name],
  );

describe('webhooks in the served document', () => {
  const check = createEventCheck(createServedDocument());

  it('are the events that webhooks can subscribe to', () => {
    const names = Object.keys(webhooks);
    expect(names).to.include('lead.created');
    expect(components).to.have.nested.property('schemas.PublicEvent.enum').with.members(names);
    const groups = new Set(names.map((name) => `${name.split('.')[0]}.*`));
    expect(components)
      .to.have.nested.property('schemas.WebhookEvent.enum')
      .with.members([...names, ...groups, '*']);
  });

  for (const name of Object.keys(events)) {
    it(`show a ${name} example that matches its schema`, () => {
      const example = readExample(name);
      check(example);
      expect(example).to.include({ event: name });
    });
  }

  it('have schemas that refuse undescribed properties', () => {
    const example = Object(readExample('lead.won'));
    for (const change of [
      { event: 'lead.sold' },
      { data: { id: 'lead_1' } },
      { previous: { stage: 'sold' } },
      { more: 1 },
    ]) {
      expect(() => check({ ...example, ...change }), JSON.stringify(change)).to.throw();
    }
  });

  it("can't be generated for an event whose record is missing or has no example", () => {
    const make = (schemas: object) =>
      createWebhooks({
        events: { 'thing.made': { description: 'Made.', data: 'Thing' } },
        components: { schemas: { ...schemas } },
      });
    expect(() => make({})).to.throw('The event thing.made names the schema Thing, which does not exist.');
    expect(() => make({ Thing: {} })).to.throw('The record of the event thing.made has no example.');
  });
});
