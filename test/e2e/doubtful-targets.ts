export type WithTargets = typeof window & { doubtfulTargets: readonly Element[] }

/**
 * Runs in the page: finds the targets that may be too small and too close to another target (WCAG 2.5.8), for axe to
 * check. Axe first maps which elements cover which, and that costs as much as all its other rules. The remaining
 * targets are safe: those of at least 24 by 24 pixels with no other target on top, and smaller ones that are far enough
 * from all other targets.
 */
export function findDoubtfulTargets(): void {
  type Target = { element: Element; rect: DOMRect; region: Element | null }
  const pressed = [
    ':is(a, area)[href], button, input, select, textarea, summary, details',
    // Elements that only take focus, such as headings, are not targets.
    '[tabindex]:not(:is(main, section, div, span, p, h1, h2, h3):not([role]))',
  ].join()
  const isLarge = ({ width, height }: DOMRect) => width >= 24 && height >= 24
  const gaps = (one: DOMRect, other: DOMRect) => ({
    across: Math.max(other.left - one.right, one.left - other.right),
    along: Math.max(other.top - one.bottom, one.top - other.bottom),
  })
  const isOver = (one: DOMRect, other: DOMRect) => {
    const { across, along } = gaps(one, other)
    return across < 0 && along < 0
  }
  const distance = (one: DOMRect, other: DOMRect) => {
    const { across, along } = gaps(one, other)
    return Math.hypot(Math.max(across, 0), Math.max(along, 0))
  }

  // Axe maps each scrollable element separately: targets in different scroll regions are not neighbours.
  const regions = new Map<Element, Element | null>()
  const scrolls = (element: Element) => {
    const isWide = element.scrollWidth > element.clientWidth
    const isHigh = element.scrollHeight > element.clientHeight
    if (!isWide && !isHigh) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    return (isWide && /auto|scroll/.test(overflowX)) || (isHigh && /auto|scroll/.test(overflowY))
  }
  const regionOf = ({ parentElement }: Element): Element | null => {
    if (!parentElement) return null
    let region = regions.get(parentElement)
    if (region === undefined) {
      region = scrolls(parentElement) ? parentElement : regionOf(parentElement)
      regions.set(parentElement, region)
    }
    return region
  }

  // All boxes by the horizontal bands of the page that they cross. Built only once two targets are close to each other.
  const band = 64
  const bandsOf = ({ top, bottom }: DOMRect) => [Math.floor(top / band), Math.floor(bottom / band)] as const
  let boxes: Map<number, { element: Element; rect: DOMRect }[]> | null = null
  const allBoxes = () => {
    if (boxes) return boxes
    boxes = new Map()
    for (const element of document.body.querySelectorAll('*')) {
      const rect = element.getBoundingClientRect()
      if (rect.width === 0 || rect.height === 0) continue
      const [first, last] = bandsOf(rect)
      for (let at = first; at <= last; at += 1) {
        const crossing = boxes.get(at)
        if (crossing) crossing.push({ element, rect })
        else boxes.set(at, [{ element, rect }])
      }
    }
    return boxes
  }
  const besides = (rect: DOMRect, cover: DOMRect) =>
    isOver(rect, cover)
      ? [
          new DOMRect(rect.left, rect.top, rect.width, cover.top - rect.top),
          new DOMRect(rect.left, cover.bottom, rect.width, rect.bottom - cover.bottom),
          new DOMRect(rect.left, rect.top, cover.left - rect.left, rect.height),
          new DOMRect(cover.right, rect.top, rect.right - cover.right, rect.height),
        ].filter(({ width, height }) => width > 0 && height > 0)
      : [rect]
  /** The boxes that may cover a target. */
  const coversOf = ({ element, rect }: Target) => {
    const covers: DOMRect[] = []
    const [first, last] = bandsOf(rect)
    for (let at = first; at <= last; at += 1)
      for (const box of allBoxes().get(at) ?? [])
        if (
          isOver(rect, box.rect) &&
          !box.element.contains(element) &&
          !(element.contains(box.element) && !box.element.matches(pressed))
        )
          covers.push(box.rect)
    return covers
  }
  /**
   * The parts of a target that nothing can cover. Empty if that is unknown: for inline elements, which may wrap, and
   * for targets with eight or more possible covers.
   */
  const pieces = new Map<Target, DOMRect[]>()
  const piecesOf = (target: Target) => {
    const known = pieces.get(target)
    if (known) return known
    const covers = coversOf(target)
    const isKnown = getComputedStyle(target.element).display !== 'inline' && covers.length < 8
    const free = isKnown
      ? covers.reduce((parts, cover) => parts.flatMap((part) => besides(part, cover)), [target.rect])
      : []
    pieces.set(target, free)
    return free
  }
  const isWhole = (target: Target) => piecesOf(target)[0] === target.rect
  const keepsLarge = (target: Target) => isLarge(target.rect) && piecesOf(target).some(isLarge)
  const middle = ({ left, top, width, height }: DOMRect) => new DOMRect(left + width / 2, top + height / 2)
  /**
   * At least 12 pixels from the centre of one to the edge of the other, and 24 to the centre of the other if that is
   * small.
   */
  const isFarEnough = (one: Target, other: Target) => {
    if (distance(one.rect, other.rect) >= 24) return true
    // If a target is partly covered, the centre of a remaining part may be at its nearest corner.
    const from = isWhole(one) ? middle(one.rect) : one.rect
    if (distance(from, other.rect) < 12) return false
    return keepsLarge(other) || (isWhole(other) && distance(from, middle(other.rect)) >= 24)
  }
  const isDoubtful = (one: Target, other: Target) =>
    isLarge(one.rect) ? isOver(one.rect, other.rect) && !keepsLarge(one) : !isFarEnough(one, other)

  const targets = [...document.querySelectorAll(pressed)]
    .map((element): Target => ({ element, rect: element.getBoundingClientRect(), region: regionOf(element) }))
    .filter(({ rect }) => rect.width > 0 && rect.height > 0)
    .toSorted((one, other) => one.rect.top - other.rect.top)
  const doubtful = new Set<Element>()
  for (const [at, one] of targets.entries())
    for (let next = at + 1; next < targets.length; next += 1) {
      const other = targets[next]
      if (!other || other.rect.top >= one.rect.bottom + 24) break
      if (other.region !== one.region) continue
      if (isDoubtful(one, other)) doubtful.add(one.element)
      if (isDoubtful(other, one)) doubtful.add(other.element)
    }
  ;(window as unknown as WithTargets).doubtfulTargets = [...doubtful]
}
