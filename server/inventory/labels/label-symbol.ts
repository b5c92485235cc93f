import { elementString, groupSeparator } from '#shared/codes/gs1.ts'
import type { LabelsInput } from '#shared/inventory/labels/api.ts'
import type { LabelContent } from './label-content.ts'

type Symbol = LabelsInput['symbol']

/** Draws a label's symbol as a grey PNG, with the quiet zone that scanners need. */
export async function drawSymbol({ code }: Pick<LabelContent, 'code'>, symbol: Symbol): Promise<Buffer> {
  const [{ default: bwip }, { default: sharp }] = await Promise.all([import('bwip-js/node'), import('sharp')])
  const png = await bwip.toBuffer({
    bcid: symbol === 'qr' ? 'qrcode' : 'datamatrix',
    // A leading FNC1 makes it a GS1 symbol. The library's own GS1 types don't accept brackets within values.
    text: 'gs1' in code ? `^FNC1${elementString(code.gs1).replaceAll(groupSeparator, '^FNC1')}` : code.own,
    parsefnc: true,
    scale: 6,
    padding: symbol === 'qr' ? 8 : 4,
    backgroundcolor: 'FFFFFF',
  })
  return sharp(png).flatten({ background: '#ffffff' }).toColourspace('b-w').png({ palette: false }).toBuffer()
}
