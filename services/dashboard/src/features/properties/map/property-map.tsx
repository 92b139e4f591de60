import 'maplibre-gl/dist/maplibre-gl.css';
import { Text } from '@mantine/core';
import { Map as LibreMap, LngLatBounds, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url';
import { useEffect, useRef, useState } from 'react';
import { readPageFact } from '../../files/media-url.js';
import classes from './map.module.css';
import { describeAvailable, describePriceFrom, getBounds, type MapPoint } from './map-points.js';
import { createMapStyle, type Tiles } from './map-style.js';

// The content security policy allows only scripts that this host serves.
setWorkerUrl(workerUrl);

interface PropertyMapProps {
  readonly points: readonly MapPoint[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** Maximum zoom of each map. The built-in map shows no streets, but the places in a town must be distinguishable. */
const maxZooms = { builtIn: 12, tiles: 15 } as const;
/** Zoom for a single place, or for places that are close together. */
const startZooms = { builtIn: 10, tiles: 13 } as const;

function readTiles(): Tiles | null {
  const url = readPageFact('map-tiles');
  return url === '' ? null : { url, attribution: readPageFact('map-attribution') };
}

function createMarker({ property, lat, lng }: MapPoint, onSelect: (id: string) => void): Marker {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = classes['marker'] ?? '';
  // Markers can't be reached with the keyboard. The list beside the map has the same properties and can.
  element.tabIndex = -1;
  element.dataset['property'] = property.id;
  const text = `${describePriceFrom(property)} · ${describeAvailable(property)}`;
  element.textContent = text;
  element.title = property.name;
  element.setAttribute('aria-label', `${text}, ${property.name}`);
  element.addEventListener('click', () => onSelect(property.id));
  return new Marker({ element, anchor: 'bottom' }).setLngLat([lng, lat]);
}

/** Creates the map and shows its style. */
function useMap(tiles: Tiles | null) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LibreMap>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!container.current) return undefined;
    try {
      const created = new LibreMap({
        container: container.current,
        maxZoom: tiles === null ? maxZooms.builtIn : maxZooms.tiles,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        // Otherwise, scrolling the page on a phone would move the map instead.
        cooperativeGestures: true,
      });
      created.touchZoomRotate.disableRotation();
      created.addControl(new NavigationControl({ showCompass: false }));
      setMap(created);
      return () => created.remove();
    } catch {
      // Without WebGL, no map is shown.
      setBroken(true);
      return undefined;
    }
  }, [tiles]);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      const style = await createMapStyle(tiles);
      if (isCurrent) map?.setStyle(style);
    };
    show().catch(() => setBroken(true));
    return () => {
      isCurrent = false;
    };
  }, [map, tiles]);
  return { container, map, isBroken };
}

/** Map of properties with a marker for each. */
export function PropertyMap({ points, selectedId, onSelect }: PropertyMapProps) {
  const [tiles] = useState(readTiles);
  const { container, map, isBroken } = useMap(tiles);
  const select = useRef(onSelect);
  useEffect(() => {
    select.current = onSelect;
  });
  useEffect(() => {
    if (map === undefined) return undefined;
    const markers = points.map((point) => createMarker(point, (id) => select.current(id)).addTo(map));
    const bounds = getBounds(points);
    if (bounds !== null) {
      const [west, south, east, north] = bounds;
      map.fitBounds(new LngLatBounds([west, south, east, north]), {
        padding: { top: 50, bottom: 30, left: 90, right: 90 },
        maxZoom: tiles === null ? startZooms.builtIn : startZooms.tiles,
        animate: false,
      });
    }
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [map, points, tiles]);
  useEffect(() => {
    for (const marker of container.current?.querySelectorAll<HTMLElement>('[data-property]') ?? []) {
      marker.dataset['selected'] = String(marker.dataset['property'] === selectedId);
    }
    const selected = points.find(({ property }) => property.id === selectedId);
    if (map && selected) map.easeTo({ center: [selected.lng, selected.lat], duration: 300 });
  }, [map, points, selectedId, container]);
  if (isBroken) {
    return (
      <Text className={classes.broken} role="status">
        This browser can't show the map. The list has all properties.
      </Text>
    );
  }
  return (
    <div>
      <div ref={container} className={classes.map} />
      {tiles !== null && tiles.attribution !== '' ? (
        <Text size="xs" c="dimmed">
          {tiles.attribution}
        </Text>
      ) : null}
    </div>
  );
}
