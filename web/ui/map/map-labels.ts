import L from 'leaflet'

/** A drawn point: its marker's element and its label. */
export type Drawn = { id: string; at: L.LatLng; half: number; icon: HTMLElement; words: HTMLElement }

const sides = ['right', 'left', 'below', 'above'] as const
const gap = 4

/** The bounding boxes of the buttons over the map. */
function overlays(map: L.Map): Box[] {
  const frame = map.getContainer()
  const { left: x, top: y } = frame.getBoundingClientRect()
  const bars = frame.parentElement?.querySelectorAll<HTMLElement>('[data-chrome]') ?? []
  return [...bars].map((bar) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect()
    return { left: left - x, right: right - x, top: top - y, bottom: bottom - y }
  })
}

/**
 * Places each label on the first free side of its point; without a free side it is hidden until hovered or focused, and
 * stays inside the map.
 */
export function arrange(map: L.Map, points: readonly Drawn[]) {
  const { x: width, y: height } = map.getSize()
  const taken = points.map(({ at, half }) => boxAround(map.latLngToContainerPoint(at), half, half))
  taken.push(...overlays(map))
  for (const [index, { at, half, icon, words }] of points.entries()) {
    const middle = map.latLngToContainerPoint(at)
    const [w, h] = [words.offsetWidth / 2, words.offsetHeight / 2]
    const away = {
      right: [half + gap + w, 0],
      left: [-half - gap - w, 0],
      below: [0, half + gap + h],
      above: [0, -half - gap - h],
    }
    const boxes = sides.map((side) => {
      const [dx = 0, dy = 0] = away[side]
      return { side, box: boxAround(L.point(middle.x + dx, middle.y + dy), w, h) }
    })
    const inside = boxes.filter(
      ({ box }) => box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
    )
    const free = inside.find(({ box }) => !taken.some((other, own) => own !== index && meet(box, other)))
    if (free) taken.push(free.box)
    icon.toggleAttribute('data-hidden', !free)
    icon.dataset['side'] = (free ?? inside[0] ?? boxes[0])?.side
  }
}

const boxAround = ({ x, y }: L.Point, w: number, h: number) => ({
  left: x - w,
  right: x + w,
  top: y - h,
  bottom: y + h,
})
type Box = ReturnType<typeof boxAround>
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
