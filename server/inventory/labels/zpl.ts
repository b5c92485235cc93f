import { formatBracketed, elementString, type Gs1, groupSeparator } from '#shared/codes/gs1.ts'
import { fitLabel, splitRows } from '#server/documents/text-rows.ts'
import type { LabelLayout } from '#shared/inventory/labels/label-layouts.ts'

/** 8 dots per mm: most label printers have 203 dots per inch. */
const dot = (mm: number) => Math.round(mm * 8)

export interface ZplLabel {
  title: string
  lines: readonly string[]
  code: { gs1: Gs1 } | { own: string }
  copies: number
}

/**
 * Field data: characters that would start a command, and the escape character itself, are written as hexadecimal codes of ^FH\.
 * Control characters are replaced by spaces.
 */
export const zplText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replaceAll(/[\u0000-\u001F\u007F]/g, ' ')
    .replaceAll(/[\\^~]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A DataMatrix field: `_1` is FNC1, which starts a GS1 symbol and ends values of variable length; `__` is an underscore. */
export function zplDataMatrix(code: ZplLabel['code']): string {
  if ('own' in code) return zplText(code.own.replaceAll('_', '__'))
  const parts = elementString(code.gs1).replaceAll('_', '__').split(groupSeparator)
  return `_1${parts.map(zplText).join('_1')}`
}

/** The margin around the label and the gap between lines, in dots. */
const edge = 16
const gap = 8

/**
 * The name and the lines beside the symbol, as large as they fit; the printer's font is no wider than the one used to measure
 * rows. Each row is a field: in a field block (^FB), printers read a backslash as a command, even if escaped.
 */
function fieldsOf({ title, lines }: Pick<ZplLabel, 'title' | 'lines'>, layout: LabelLayout): string[] {
  const left = dot(layout.width * 0.42)
  const [width, height] = [dot(layout.width) - left - edge, dot(layout.height) - 2 * edge]
  const size = layout.height < 32 ? 22 : 28
  const fitted = fitLabel({ title, lines }, { width, height, titleSize: size, lineSize: size, gap, maxRows: 3 })
  const font = Math.floor(size * fitted.scale)
  let top = edge
  return [fitted.title, ...lines].flatMap((text) => {
    const fields = splitRows(text, width / font).map((row, at) => {
      return `^FO${left},${top + at * font}^A0N,${font},${font}^FH\\^FD${zplText(row)}^FS`
    })
    top += fields.length * font + gap
    return fields
  })
}

/** The commands for one label; the printer makes the copies. ZPL's QR symbols have no FNC1: they get the bracketed form. */
export function zplOf(
  { title, lines, code, copies }: ZplLabel,
  layout: LabelLayout,
  symbol: 'datamatrix' | 'qr',
): string {
  const small = layout.height < 32
  return [
    '^XA',
    '^CI28',
    `^PW${dot(layout.width)}`,
    `^LL${dot(layout.height)}`,
    symbol === 'datamatrix'
      ? `^FO${edge},${edge}^BXN,${small ? 5 : 6},200,0,0,1,_^FH\\^FD${zplDataMatrix(code)}^FS`
      : `^FO${edge},${edge}^BQN,2,${small ? 3 : 5}^FH\\^FDMA,${zplText('own' in code ? code.own : formatBracketed(code.gs1))}^FS`,
    ...fieldsOf({ title, lines }, layout),
    `^PQ${copies}`,
    '^XZ',
  ].join('\n')
}
