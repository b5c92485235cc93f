import { formatBracketed, elementString, type Gs1, groupSeparator } from '#shared/codes/gs1.ts'
import type { LabelLayout } from '#shared/inventory/labels/label-layouts.ts'

/** Most label printers have 203 dots an inch. */
const dot = (mm: number) => Math.round(mm * 8)

export interface ZplLabel {
  title: string
  lines: readonly string[]
  code: { gs1: Gs1 } | { own: string }
  copies: number
}

/**
 * Field data: what would begin a command, and the sign of the escape itself, goes as the hexadecimal code of ^FH\. Control
 * characters are not printed.
 */
export const zplText = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replaceAll(/[\u0000-\u001F\u007F]/g, ' ')
    .replaceAll(/[\\^~]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A DataMatrix field: `_1` is FNC1, which begins a GS1 symbol and ends its values of open length; `__` is the sign itself. */
export function zplDataMatrix(code: ZplLabel['code']): string {
  if ('own' in code) return zplText(code.own.replaceAll('_', '__'))
  const parts = elementString(code.gs1).replaceAll('_', '__').split(groupSeparator)
  return `_1${parts.map(zplText).join('_1')}`
}

/** The commands for one label; the printer makes the copies. QR symbols of ZPL know no FNC1: they carry the bracketed form. */
export function zplOf(
  { title, lines, code, copies }: ZplLabel,
  layout: LabelLayout,
  symbol: 'datamatrix' | 'qr',
): string {
  const small = layout.height < 32
  const left = dot(layout.width * 0.42)
  const font = small ? 22 : 28
  const words = [title, ...lines]
  return [
    '^XA',
    '^CI28',
    `^PW${dot(layout.width)}`,
    `^LL${dot(layout.height)}`,
    symbol === 'datamatrix'
      ? `^FO16,16^BXN,${small ? 5 : 7},200,0,0,1,_^FH\\^FD${zplDataMatrix(code)}^FS`
      : `^FO16,16^BQN,2,${small ? 3 : 5}^FH\\^FDMA,${zplText('own' in code ? code.own : formatBracketed(code.gs1))}^FS`,
    ...words.map(
      (text, at) =>
        `^FO${left},${16 + at * (font + 8) + (at > 0 ? font : 0)}^A0N,${font},${font}^FB${dot(layout.width) - left - 16},${at === 0 ? 2 : 1},0,L^FH\\^FD${zplText(text)}^FS`,
    ),
    `^PQ${copies}`,
    '^XZ',
  ].join('\n')
}
