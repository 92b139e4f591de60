import { createRequire } from 'node:module';
import { defineApp, version as platformVersion } from 'zapier-platform-core';
import { addKey, refuseErrors } from './api.js';
import { authentication } from './authentication.js';
import { addNote, holdUnit, moveStage } from './changes.js';
import { eventTriggers } from './events.js';
import { createEventTrigger, newEvent } from './hook-trigger.js';
import { createLead, findLead } from './leads.js';

const manifest: { readonly version: string } = createRequire(import.meta.url)('../package.json');

const triggers = [...eventTriggers.map(createEventTrigger), newEvent];

/** App that Zapier runs. */
const app = defineApp({
  version: manifest.version,
  platformVersion,
  authentication,
  beforeRequest: [addKey],
  afterResponse: [refuseErrors],
  triggers: Object.fromEntries(triggers.map((trigger) => [trigger.key, trigger])),
  creates: {
    [createLead.key]: createLead,
    [moveStage.key]: moveStage,
    [holdUnit.key]: holdUnit,
    [addNote.key]: addNote,
  },
  searches: { [findLead.key]: findLead },
  searchOrCreates: {
    [findLead.key]: {
      key: findLead.key,
      display: { label: 'Find or Create Lead', description: 'Finds a lead by email, or creates it.' },
      search: findLead.key,
      create: createLead.key,
    },
  },
});

export default app;
