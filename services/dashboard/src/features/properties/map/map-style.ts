import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countriesUrl from 'world-atlas/countries-50m.json?url';

/** Tile server that the operator has configured. */
export interface Tiles {
  readonly url: string;
  readonly attribution: string;
}

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

function isWorld(value: unknown): value is World {
  return typeof value === 'object' && value !== null && 'objects' in value && 'arcs' in value;
}

let world: Promise<World> | undefined;

/** Loads the land and the borders from Natural Earth. The dashboard serves these files itself. */
async function loadWorld(): Promise<World> {
  const response = await fetch(countriesUrl);
  const body: unknown = await response.json();
  if (!isWorld(body)) throw new Error('The file of the map is unreadable.');
  return body;
}

/** Reads a colour of the design system. */
function readColour(name: string): string {
  return getComputedStyle(document.body).getPropertyValue(name).trim() || '#888888';
}

async function createBuiltInStyle(): Promise<StyleSpecification> {
  world ??= loadWorld();
  const topology = await world;
  const { land, countries } = topology.objects;
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: feature(topology, land), tolerance: 0.2 },
      borders: { type: 'geojson', data: mesh(topology, countries, (one, other) => one !== other), tolerance: 0.2 },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': readColour('--tint-strong') } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': readColour('--surface') } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': readColour('--field-line') } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': readColour('--line'), 'line-dasharray': [3, 2] },
      },
    ],
  };
}

/**
 * Creates the style of the map in the colours of the current scheme. Uses the operator's tiles, or else the built-in
 * map.
 */
export async function createMapStyle(tiles: Tiles | null): Promise<StyleSpecification> {
  if (tiles === null) return createBuiltInStyle();
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256 } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}
