/* Measures texts for labels, where nothing may overflow. */

/** The line height of Roboto, relative to the font size. */
const rowHeight = 1.172

/** The width in ems, or slightly more: of Roboto, regular and bold. */
function widthOf(letter: string): number {
  const [plain = ''] = letter.normalize('NFD')
  if (/[ '!"(),.:;|`\-I[\]{}fijlrt]/.test(plain)) return 0.36
  if (/[\da-ln-vx-z]/.test(plain)) return 0.58
  return /[MW@m%w]/.test(plain) ? 0.9 : plain > '~' ? 1.05 : 0.72
}

export const emsOf = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0)

/** Wraps a text at a width in ems; a longer word is broken. */
export const splitRows = (text: string, width: number): string[] =>
  text.split('\n').flatMap((paragraph) => splitParagraph(paragraph, width))

/** An upper bound of the number of rows, as widths are rounded up. */
const rowsOf = (text: string, width: number): number => splitRows(text, width).length

function splitParagraph(text: string, width: number): string[] {
  const rows: string[] = []
  let [row, used] = ['', 0]
  const begin = () => {
    rows.push(row)
    row = ''
    used = 0
  }
  for (const word of text.split(/(?<=[ -])/)) {
    if (used > 0 && used + emsOf(word.trimEnd()) > width) begin()
    for (const letter of word) {
      if (used > 0 && used + widthOf(letter) > width && letter !== ' ') begin()
      row += letter
      used += widthOf(letter)
    }
  }
  return [...rows, row].map((one) => one.trimEnd())
}

/** The text, cut with an ellipsis if it needs more rows. */
export function shortenedToRows(text: string, rows: number, width: number): string {
  let shortened = text
  for (let length = text.length - 1; length > 0 && rowsOf(shortened, width) > rows; length -= 1)
    shortened = `${text.slice(0, length).trimEnd()}…`
  return shortened
}

interface SizedText {
  text: string
  size: number
  /** The maximum number of rows; all if undefined. */
  rows?: number
  /** The space above, not scaled. */
  gap?: number
}

/** The factor for all font sizes with which the texts fit below each other; width and height in points. */
export function scaleToFit(texts: readonly SizedText[], width: number, height: number): number {
  const heightAt = (scale: number) =>
    texts.reduce((sum, { text, size, rows = Infinity, gap = 0 }) => {
      const taken = Math.min(rows, rowsOf(text, width / (size * scale)))
      return sum + gap + taken * size * scale * rowHeight
    }, 0)
  let scale = 1
  while (scale > smallestScale && heightAt(scale) > height) scale -= 0.05
  return scale
}
const smallestScale = 0.4

export interface LabelTexts {
  title: string
  lines: readonly string[]
}
export interface LabelRoom {
  width: number
  height: number
  titleSize: number
  lineSize: number
  /** The space above each line. */
  gap: number
  maxRows: number
}

/**
 * Lines are never cut: `scale` shrinks them if they don't fit, or if a little makes each of them fit in one row; the title gets
 * the remaining rows.
 */
export function fitLabel(
  { title, lines }: LabelTexts,
  room: LabelRoom,
): { title: string; rows: number; scale: number } {
  const { width, height, titleSize, lineSize, gap, maxRows } = room
  const texts = lines.map((text) => ({ text, size: lineSize, gap }))
  const needed = scaleToFit([{ text: title, size: titleSize, rows: 1 }, ...texts], width, height)
  const isOneRow = (by: number) => lines.every((text) => rowsOf(text, width / lineSize / by) === 1)
  const scale = [1, 0.95, 0.9, 0.85, 0.8].find((by) => by <= needed && isOneRow(by)) ?? needed
  const below = texts.reduce((sum, { text, size }) => {
    return sum + gap + rowsOf(text, width / scale / size) * size * scale * rowHeight
  }, 0)
  const free = Math.floor((height - below) / (titleSize * scale * rowHeight))
  const rows = Math.min(Math.max(free, 1), maxRows)
  return { title: shortenedToRows(title, rows, width / scale / titleSize), rows, scale }
}
