/** Sample records for the editor, in the form of the API. */
export const leadSample = {
  id: 'lead_01k9zq6h3m8v2x4c5b7n9p0001',
  name: 'Maria Silva',
  email: 'maria.silva@example.com',
  phone: '+351 910 000 001',
  source: 'website',
  stage: 'new',
  score: 76,
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-01T09:30:00.000Z',
};

export const holdSample = {
  id: 'hold_01k9zq6h3m8v2x4c5b7n9p0001',
  unit_id: 'unit_01k9zq6h3m8v2x4c5b7n9p0001',
  lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0001',
  status: 'active',
  expires_at: '2026-03-04T09:30:00.000Z',
};

export const noteSample = {
  id: 'act_01k9zq6h3m8v2x4c5b7n9p0001',
  type: 'note',
  content: 'Wants a garden.',
  created_at: '2026-03-01T09:30:00.000Z',
};
