/** HubSpot objects that we write. */
export type ObjectType = 'contacts' | 'deals';

/** Properties that hold our ids. Each is unique in HubSpot, so our records can be found again. */
export const idProperties: Readonly<Record<ObjectType, string>> = {
  contacts: 'plotline_lead_id',
  deals: 'plotline_deal_id',
};

/** Property with the address of the lead in the dashboard. */
export const urlProperty = 'plotline_url';

const groups: Readonly<Record<ObjectType, string>> = { contacts: 'contactinformation', deals: 'dealinformation' };

/**
 * Returns the definitions of the properties that we add to an object
 * (developers.hubspot.com/docs/api-reference/crm-properties-v3).
 */
export function listOwnProperties(type: ObjectType) {
  const common = { groupName: groups[type], type: 'string', fieldType: 'text' };
  const label = type === 'contacts' ? 'Plotline lead' : 'Plotline deal';
  return [
    { ...common, name: idProperties[type], label: `${label} ID`, hasUniqueValue: true },
    { ...common, name: urlProperty, label: `${label} link`, hasUniqueValue: false },
  ];
}
