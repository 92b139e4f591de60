// Parts of a Grafana dashboard.

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} description The meaning of the panel, and when to act.
 * @property {string} unit Grafana's unit, such as `s` or `reqps`.
 * @property {number | null} [min] Lower end of the axis; 0 by default, null for the smallest value.
 * @property {readonly (readonly [expr: string, legend: string])[]} queries
 *
 * @typedef {object} Row
 * @property {string} title
 * @property {readonly Panel[]} panels
 */

const source = { type: 'prometheus', uid: '$datasource' };
/** Grafana's grid is 24 columns wide. */
const [panelWidth, panelHeight] = [8, 8];
const panelsPerLine = 24 / panelWidth;

/** @param {Panel} panel */
function createPanel({ title, description, unit, min = 0, queries }, id, x, y) {
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource: source,
    gridPos: { x, y, w: panelWidth, h: panelHeight },
    fieldConfig: {
      defaults: { unit, ...(min !== null && { min }), custom: { fillOpacity: 10, showPoints: 'never' } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}

/** @param {readonly Row[]} rows */
function layOut(rows) {
  const panels = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    });
    y += 1;
    for (const [index, panel] of own.entries()) {
      const line = Math.floor(index / panelsPerLine);
      const x = (index % panelsPerLine) * panelWidth;
      panels.push(createPanel(panel, panels.length + 1, x, y + line * panelHeight));
    }
    y += Math.ceil(own.length / panelsPerLine) * panelHeight;
  }
  return panels;
}

/** Creates the variable that selects a unit's processes. @param {string} unit */
function createInstanceVariable(unit) {
  const instances = `label_values(plotline_ready{service="${unit}"}, instance)`;
  return {
    name: 'instance',
    label: 'Process',
    type: 'query',
    datasource: source,
    query: { query: instances, refId: 'instances' },
    definition: instances,
    refresh: 2,
    sort: 1,
    includeAll: true,
    multi: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
  };
}

/**
 * Creates the dashboard of one unit or of all units. @param {string} name @param {readonly Row[]} rows
 * @param {{ isUnit: boolean }} options
 */
export function createDashboard(name, rows, { isUnit }) {
  return {
    uid: `plotline-${name}`,
    title: `Plotline: ${name}`,
    tags: ['plotline'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'browser',
    refresh: '30s',
    time: { from: name === 'objectives' ? 'now-7d' : 'now-1h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
        ...(isUnit ? [createInstanceVariable(name)] : []),
      ],
    },
    annotations: {
      list: [
        {
          name: 'Alerts',
          enable: true,
          datasource: source,
          // The label is empty in alerts about the whole system. Watchdog always fires.
          expr: `ALERTS{alertstate="firing",alertname!="Watchdog"${isUnit ? `,service=~"${name}|"` : ''}}`,
          titleFormat: '{{alertname}}',
          iconColor: 'red',
        },
      ],
    },
    links: [{ title: 'Plotline', type: 'dashboards', tags: ['plotline'], asDropdown: true, includeVars: true }],
    panels: layOut(rows),
  };
}

/**
 * Formats a dashboard with a line for each panel, so that diffs are readable.
 * @param {ReturnType<typeof createDashboard>} dashboard
 */
export function toText({ panels, ...settings }) {
  const lines = panels.map((panel) => JSON.stringify(panel)).join(',\n');
  return `${JSON.stringify(settings).slice(0, -1)},"panels":[\n${lines}\n]}\n`;
}
