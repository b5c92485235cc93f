/* How much room a text takes where nothing may run over: on labels. */

/** Of a row of Roboto, in its font size. */
const rowHeight = 1.172

/** In ems, as wide as the letter or wider: of Roboto, regular and bold. */
function widthOf(letter: string): number {
  const [plain = ''] = letter.normalize('NFD')
  if (/[ '!"(),.:;|`\-I[\]{}fijlrt]/.test(plain)) return 0.36
  if (/[\da-ln-vx-z]/.test(plain)) return 0.58
  return /[MW@m%w]/.test(plain) ? 0.9 : plain > '~' ? 1.05 : 0.72
}

export const emsOf = (text: string): number => [...text].reduce((sum, letter) => sum + widthOf(letter), 0)

/** The text in rows, in a place so many ems wide; a word that is wider is broken. */
export const splitRows = (text: string, width: number): string[] =>
  text.split('\n').flatMap((paragraph) => splitParagraph(paragraph, width))

/** Rows at most. */
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

/** The text, or as much of its beginning as has room in so many rows. */
export function shortenedToRows(text: string, rows: number, width: number): string {
  let shortened = text
  for (let length = text.length - 1; length > 0 && rowsOf(shortened, width) > rows; length -= 1)
    shortened = `${text.slice(0, length).trimEnd()}…`
  return shortened
}

interface SizedText {
  text: string
  size: number
  /** Rows that are enough; left out, all of it. */
  rows?: number
  /** Above it, whatever its size. */
  gap?: number
}

/** By how much all sizes shrink so that the texts have room below each other; a place in points. */
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
  /** Above each line. */
  gap: number
  maxRows: number
}

/**
 * The lines are whole, smaller by `scale` where they must be, or where a little makes each of them one row; the title has the rows that
 * they leave.
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
