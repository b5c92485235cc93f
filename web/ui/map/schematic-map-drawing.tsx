import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './schematic-map.css'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { isInside } from './inside-polygon.ts'
import { gridLines, marksApart } from './map-grid.ts'
import { arrange, type Drawn } from './map-labels.ts'
import type { MapControls, MapLine, MapPoint, SchematicMapProps } from './map-props.ts'

type DrawingProps = SchematicMapProps & { controls: RefObject<MapControls | null> }

/** The drawing of the map: a separate chunk, loaded when a map is shown. */
export default function SchematicMapDrawing(props: DrawingProps) {
  const { points, lines = [], onOpen, controls, maxZoom = 10, fetchLand } = props
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map>(null)
  const open = useRef(onOpen)
  const shown = useRef(points)
  const focused = useRef<string>(undefined)
  useEffect(() => {
    open.current = onOpen
    shown.current = points
  })
  useImperativeHandle(controls, () => ({
    zoom: (steps) => map.current?.setZoom(map.current.getZoom() + steps),
    fit: () => map.current && fit(map.current, shown.current, maxZoom),
    pointsIn: (corners) => (map.current ? pointsIn(map.current, shown.current, corners) : []),
  }))
  useEffect(() => {
    if (!frame.current) return
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // Leaflet's own controls use innerHTML; ours are buttons around the map.
    const made = L.map(frame.current, {
      zoomControl: false,
      attributionControl: false,
      zoomSnap: 0.5,
      minZoom: 1,
      maxZoom: 17,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
      // Scrolling the page must not zoom the map under the pointer.
      scrollWheelZoom: false,
      // A ResizeObserver below watches the frame; Leaflet itself handles resizing with a delay, when the map may already
      // be gone.
      trackResize: false,
    })
    map.current = made
    const grid = L.layerGroup().addTo(made)
    made.on('moveend', () => drawGrid(made, grid))
    fit(made, shown.current, maxZoom)
    if (fetchLand) void drawLand(made, fetchLand)
    const resized = new ResizeObserver(() => {
      const wasFitted = isFitted(made)
      made.invalidateSize({ animate: false })
      if (wasFitted) fit(made, shown.current, maxZoom)
    })
    resized.observe(frame.current)
    return () => {
      resized.disconnect()
      made.remove()
      map.current = null
    }
  }, [maxZoom, fetchLand])
  useEffect(() => {
    const on = map.current
    if (!on) return
    const layer = L.layerGroup().addTo(on)
    for (const line of lines) drawLine(layer, line, points)
    const drawn = points.flatMap((point) => drawPoint(layer, point, (id) => open.current(id)) ?? [])
    // Keep the focus on the same point when points are redrawn.
    const again = drawn.find(({ id }) => id === focused.current)
    again?.icon.focus({ preventScroll: true })
    const tidy = () => arrange(on, drawn)
    tidy()
    on.on('moveend zoomend resize', tidy)
    return () => {
      focused.current = drawn.find(({ icon }) => icon === document.activeElement)?.id
      on.off('moveend zoomend resize', tidy)
      layer.remove()
    }
  }, [points, lines])
  const places = points.map(({ id }) => id).join()
  useEffect(() => {
    if (map.current && places !== '') fit(map.current, shown.current, maxZoom)
  }, [places, maxZoom])
  return <div ref={frame} className="schematic-map size-full" />
}

const fitted = new WeakMap<L.Map, { center: L.LatLng; zoom: number }>()

/** Fits the view to all points. */
function fit(map: L.Map, points: readonly MapPoint[], maxZoom: number) {
  const all = points.map(({ latitude, longitude }) => L.latLng(latitude, longitude))
  if (all.length === 0) map.setView([0, 0], 2, { animate: false })
  else map.fitBounds(L.latLngBounds(all), { padding: [72, 72], maxZoom, animate: false })
  fitted.set(map, { center: map.getCenter(), zoom: map.getZoom() })
}

/** Whether the view still shows all points, because the user has not moved it. */
function isFitted(map: L.Map): boolean {
  const view = fitted.get(map)
  return view !== undefined && view.zoom === map.getZoom() && view.center.equals(map.getCenter())
}

/** Ids of the points inside a polygon in pixels, or of the visible points. */
function pointsIn(map: L.Map, points: readonly MapPoint[], corners: Parameters<MapControls['pointsIn']>[0]): string[] {
  const view = map.getBounds()
  return points
    .filter(({ latitude, longitude }) =>
      corners
        ? isInside(map.latLngToContainerPoint([latitude, longitude]), corners)
        : view.contains([latitude, longitude]),
    )
    .map(({ id }) => id)
}

function element(className: string, ...inside: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement('span')
  made.className = className
  made.append(...inside)
  return made
}

const smallest = 14
/** Minimum touch target in pixels. */
const target = 24

function drawPoint(layer: L.LayerGroup, point: MapPoint, open: (id: string) => void): Drawn | null {
  const { id, latitude, longitude, label, note, weight, shape } = point
  const dot = element(`map-dot map-dot-${shape}`)
  const size = smallest + Math.round(weight * 18)
  dot.style.width = `${size}px`
  dot.style.height = `${size}px`
  const words = element('map-words', element('map-label', label))
  if (note) words.append(element('map-note', note))
  const box = Math.max(size, target)
  const icon = L.divIcon({ html: element('map-parts', dot, words), className: 'map-point', iconSize: [box, box] })
  // Small points are drawn over large ones.
  const marker = L.marker([latitude, longitude], { icon, zIndexOffset: -Math.round(weight * 100) * 1000 })
  marker.on('click', () => open(id)).addTo(layer)
  const drawn = marker.getElement()
  if (!drawn) return null
  drawn.setAttribute('aria-label', note ? `${label}, ${note}` : label)
  drawn.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    open(id)
  })
  return { id, at: marker.getLatLng(), half: box / 2, icon: drawn, words }
}

function drawLine(layer: L.LayerGroup, line: MapLine, points: readonly MapPoint[]) {
  const ends = [line.from, line.to].map((end) => points.find(({ id }) => id === end))
  const [from, to] = ends
  if (!from || !to) return
  const notes = line.notes.map((note) => element('map-line-note', note))
  L.polyline(
    [
      [from.latitude, from.longitude],
      [to.latitude, to.longitude],
    ],
    { className: 'map-line', weight: 1.5 + line.weight * 6, ...(line.dashed && { dashArray: '6 6' }) },
  )
    .bindTooltip(element('map-notes', ...notes), { sticky: true, className: 'map-tooltip' })
    .addTo(layer)
}

/** At higher zoom the simplified coastline would be visibly wrong. */
const landUpToZoom = 9

/** Draws land below everything else. If it can't be loaded, the map still shows the points. */
async function drawLand(map: L.Map, fetchLand: () => Promise<L.LatLngTuple[][]>) {
  const rings = await fetchLand().catch(() => [])
  const land = L.polygon(
    rings.map((ring) => [ring]),
    { className: 'map-land', weight: 1, interactive: false, smoothFactor: 1.5 },
  )
  const show = () => {
    if (map.getZoom() > landUpToZoom) land.remove()
    else land.addTo(map).bringToBack()
  }
  // A map that was removed meanwhile has no panes.
  if (!map.getContainer().isConnected) return
  show()
  map.on('zoomend', show)
}

const cornerHeight = 36
/** Width of the longest label, "179.95° W". */
const footWidth = 60

function drawGrid(map: L.Map, layer: L.LayerGroup) {
  layer.clearLayers()
  const view = map.getBounds().pad(0.1)
  const [south, north] = [Math.max(-85, view.getSouth()), Math.min(85, view.getNorth())]
  const [west, east] = [view.getWest(), view.getEast()]
  const lineOptions = { className: 'map-grid', weight: 1, interactive: false, smoothFactor: 0 }
  const corner = map.getBounds()
  const mark = (at: L.LatLngExpression, words: string, side: string) =>
    L.marker(at, {
      icon: L.divIcon({ html: element(`map-degree map-degree-${side}`, words), className: '', iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
      // Labels of points lie above it.
      zIndexOffset: -10_000_000,
    }).addTo(layer)
  const feet = gridLines(west, east, 'longitude').map(({ at, words }) => {
    const foot = L.latLng(Math.max(-85, corner.getSouth()), at)
    return { at, words, foot, x: map.latLngToContainerPoint(foot).x }
  })
  for (const { at } of feet) {
    L.polyline(
      [
        [south, at],
        [north, at],
      ],
      lineOptions,
    ).addTo(layer)
  }
  for (const { foot, words } of marksApart(feet, footWidth, map.getSize().x)) mark(foot, words, 'foot')
  for (const { at, words } of gridLines(south, north, 'latitude')) {
    L.polyline(
      [
        [at, west],
        [at, east],
      ],
      lineOptions,
    ).addTo(layer)
    // The corner is for the labels of the bottom edge.
    const { y } = map.latLngToContainerPoint([at, corner.getWest()])
    if (y >= 0 && y < map.getSize().y - cornerHeight) mark([at, corner.getWest()], words, 'side')
  }
}
