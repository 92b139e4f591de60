import type { Bundle, Create, ZObject } from 'zapier-platform-core';
import { toUrl } from './api.js';
import { holdSample, leadSample, noteSample } from './samples.js';

interface Answer {
  readonly data: Record<string, unknown>;
}

const toPath = (value: unknown) => encodeURIComponent(String(value ?? ''));

const lead = { key: 'lead_id', label: 'Lead ID', type: 'string', required: true } as const;

async function post(z: ZObject, bundle: Bundle, path: string, body: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== ''));
  const { data } = await z.request<Answer>({ url: toUrl(bundle, path), method: 'POST', body: given });
  return data.data;
}

export const moveStage: Create = {
  key: 'move_stage',
  noun: 'Lead',
  display: { label: 'Move Lead', description: 'Moves a lead to another stage.' },
  operation: {
    perform: (z: ZObject, bundle: Bundle) => {
      const { lead_id, stage, reason } = bundle.inputData;
      return post(z, bundle, `/leads/${toPath(lead_id)}/stage`, { stage, reason });
    },
    inputFields: [
      lead,
      {
        key: 'stage',
        label: 'Stage',
        type: 'string',
        required: true,
        choices: ['new', 'contacted', 'qualified', 'viewing', 'negotiation'],
        helpText: 'Win and lose leads in Plotline, because that needs a price or a reason.',
      },
      { key: 'reason', label: 'Reason', type: 'string' },
    ],
    sample: leadSample,
  },
};

export const holdUnit: Create = {
  key: 'hold_unit',
  noun: 'Hold',
  display: { label: 'Hold Unit', description: 'Holds a unit for a lead.' },
  operation: {
    perform: (z: ZObject, bundle: Bundle) => {
      const { unit_id, lead_id, expires_at, queue, notes } = bundle.inputData;
      return post(z, bundle, '/holds', { unit_id, lead_id, expires_at, queue, notes });
    },
    inputFields: [
      { key: 'unit_id', label: 'Unit ID', type: 'string', required: true },
      lead,
      {
        key: 'expires_at',
        label: 'Hold Until',
        type: 'datetime',
        helpText: 'By default for the hours that your workspace has set.',
      },
      {
        key: 'queue',
        label: 'Join the Queue',
        type: 'boolean',
        helpText: 'Whether the lead waits if another one holds the unit. Otherwise the step fails.',
      },
      { key: 'notes', label: 'Notes', type: 'text' },
    ],
    sample: holdSample,
  },
};

export const addNote: Create = {
  key: 'add_note',
  noun: 'Note',
  display: { label: 'Add Note', description: 'Adds a note to the timeline of a lead.' },
  operation: {
    perform: (z: ZObject, bundle: Bundle) => {
      const { lead_id, content, type } = bundle.inputData;
      return post(z, bundle, `/leads/${toPath(lead_id)}/notes`, { content, type });
    },
    inputFields: [
      lead,
      { key: 'content', label: 'Text', type: 'text', required: true },
      {
        key: 'type',
        label: 'Type',
        type: 'string',
        choices: ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'],
        default: 'note',
      },
    ],
    sample: noteSample,
  },
};
