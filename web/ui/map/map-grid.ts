const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90]
const minLines = 4

/** The degrees of a map's grid lines: the largest round step that gives at least four lines between the two ends. */
export function gridLines(from: number, to: number, axis: 'latitude' | 'longitude'): { at: number; words: string }[] {
  const step = steps.findLast((width) => (to - from) / width >= minLines) ?? steps[0] ?? 1
  const lines: { at: number; words: string }[] = []
  for (let count = Math.ceil(from / step); count * step <= to; count += 1) {
    const at = Number((count * step).toFixed(2))
    lines.push({ at, words: degrees(at, axis) })
  }
  return lines
}

function degrees(at: number, axis: 'latitude' | 'longitude'): string {
  const [above, below] = axis === 'latitude' ? ['N', 'S'] : ['E', 'W']
  const side = at === 0 ? '' : at > 0 ? ` ${above}` : ` ${below}`
  return `${Math.abs(at)}°${side}`
}

/** Marks, from left to right, whose labels of that width fit side by side between 0 and `end`. */
export function marksApart<T extends { x: number }>(marks: readonly T[], width: number, end: number): T[] {
  let free = 0
  return marks.filter(({ x }) => {
    const fits = x >= free && x < end - width
    if (fits) free = x + width
    return fits
  })
}
