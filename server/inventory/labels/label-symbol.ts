import { elementString, groupSeparator } from '#shared/codes/gs1.ts'
import type { LabelsInput } from '#shared/inventory/labels/api.ts'
import type { LabelContent } from './label-content.ts'

type Symbol = LabelsInput['symbol']

/** Draws the symbol of a label as a grey PNG, with the quiet zone that scanners need around it. */
export async function drawSymbol({ code }: Pick<LabelContent, 'code'>, symbol: Symbol): Promise<Buffer> {
  const [{ default: bwip }, { default: sharp }] = await Promise.all([import('bwip-js/node'), import('sharp')])
  const png = await bwip.toBuffer({
    bcid: symbol === 'qr' ? 'qrcode' : 'datamatrix',
    // FNC1 before the values makes it a GS1 symbol. The library's own GS1 kinds take no brackets inside of a value.
    text: 'gs1' in code ? `^FNC1${elementString(code.gs1).replaceAll(groupSeparator, '^FNC1')}` : code.own,
    parsefnc: true,
    scale: 6,
    padding: symbol === 'qr' ? 8 : 4,
    backgroundcolor: 'FFFFFF',
  })
  return sharp(png).flatten({ background: '#ffffff' }).toColourspace('b-w').png({ palette: false }).toBuffer()
}
