import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PackageLabelLayout } from '#shared/logistics/shipments/documents-api.ts'
import { formatDay } from '#shared/format-day.ts'
import { scaleToFit } from '#server/documents/text-rows.ts'

/** The data on a package's label. */
export interface PackageLabel {
  company: string
  customer: string
  address: string | null
  shipment: string
  order: string
  expectedDate: string | null
  route: string | null
  /** "2 of 5". */
  place: string
  kind: string
  weight: string | null
  isCold: boolean
  sscc: string | null
  /** The content of the symbol if there is no SSCC. */
  code: string
}

const pt = (mm: number) => (mm / 25.4) * 72
const sizes: Record<
  PackageLabelLayout,
  { page: [number, number]; label: [number, number]; columns: number; rows: number }
> = {
  'roll-100x150': { page: [100, 150], label: [100, 150], columns: 1, rows: 1 },
  'a4-4': { page: [210, 297], label: [105, 148.5], columns: 2, rows: 2 },
}

/** For `renderPdf`. */
export const packageLabelLayout = { module: 'server/logistics/shipments/package-labels.ts', name: 'packageLabels' }

/** A label for each package: address, content, and its SSCC as GS1-128 or its own number as a QR code. */
export async function packageLabels(
  labels: readonly PackageLabel[],
  layout: PackageLabelLayout,
  start = 1,
): Promise<TDocumentDefinitions> {
  const { page, label, columns, rows } = sizes[layout]
  const images: Record<string, string> = {}
  for (const [at, one] of labels.entries()) images[`symbol${at}`] = `data:image/png;base64,${await symbolOf(one)}`
  const content = labels.flatMap((one, at): Content[] => {
    const place = (at + start - 1) % (columns * rows)
    const x = (place % columns) * label[0]
    const y = Math.floor(place / columns) * label[1]
    const next: Content[] = place === 0 && at > 0 ? [{ text: '', pageBreak: 'after', fontSize: 1 }] : []
    return [...next, ...drawLabel(one, `symbol${at}`, { x, y, width: label[0], height: label[1] })]
  })
  return {
    info: { title: 'Package labels' },
    pageSize: { width: pt(page[0]), height: pt(page[1]) },
    pageMargins: 0,
    images,
    content,
  }
}

/** GS1-128 with the SSCC under identifier 00, or a QR code of the package's own number; a PNG as base64. */
export async function symbolOf({ sscc, code }: Pick<PackageLabel, 'sscc' | 'code'>): Promise<string> {
  const [{ default: bwip }, { default: sharp }] = await Promise.all([import('bwip-js/node'), import('sharp')])
  const png = sscc
    ? await bwip.toBuffer({
        bcid: 'gs1-128',
        text: `(00)${sscc}`,
        scale: 4,
        height: 26,
        paddingwidth: 12,
        paddingheight: 2,
      })
    : await bwip.toBuffer({ bcid: 'qrcode', text: code, scale: 8, padding: 8 })
  const flat = await sharp(png)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .png({ palette: false })
    .toBuffer()
  return flat.toString('base64')
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function drawLabel(one: PackageLabel, image: string, { x, y, width, height }: Box): Content[] {
  const edge = 6
  const inner = width - 2 * edge
  const at = (dy: number) => ({ x: pt(x + edge), y: pt(y + dy) })
  const facts = [
    `Order ${one.order}`,
    one.expectedDate && `Expected ${formatDay(one.expectedDate)}`,
    one.route && `Route ${one.route}`,
    [one.kind, one.weight && `${one.weight} kg`].filter(Boolean).join(', '),
  ].filter(Boolean)
  const side = 34
  // Addresses are never cut: long ones get a smaller font, so that they don't run into the text below.
  const address = one.address ?? ''
  const above = [
    { text: one.company, size: 8 },
    { text: one.customer, size: 15, gap: 8 },
    { text: address, size: 11, gap: 2 },
  ]
  const scale = scaleToFit(above, pt(inner), pt(height - 78 - 2 * edge))
  return [
    {
      columns: [
        {
          width: pt(inner),
          stack: [
            { text: one.company, fontSize: 8 * scale },
            { text: one.customer, bold: true, fontSize: 15 * scale, margin: [0, 8, 0, 0] },
            { text: address, fontSize: 11 * scale, margin: [0, 2, 0, 0] },
          ],
        },
      ],
      absolutePosition: at(edge),
    },
    {
      columns: [
        {
          width: pt(inner),
          stack: [
            { text: `${one.shipment} · ${one.place}`, bold: true, fontSize: 13 },
            {
              // No line breaks within a fact.
              text: facts.map((fact) => String(fact).replaceAll(' ', '\u00a0')).join(' · '),
              fontSize: 9,
              margin: [0, 3, 0, 0],
            },
            ...(one.isCold ? [{ text: 'KEEP COLD', bold: true, fontSize: 15, margin: [0, 5, 0, 0] } as Content] : []),
          ],
        },
      ],
      absolutePosition: at(height - 78),
    },
    one.sscc
      ? { image, width: pt(inner), height: pt(30), absolutePosition: at(height - 46) }
      : {
          image,
          width: pt(side),
          height: pt(side),
          absolutePosition: { x: pt(x + (width - side) / 2), y: pt(y + height - 48) },
        },
    {
      columns: [
        { width: pt(inner), text: one.sscc ? `(00) ${one.sscc}` : one.code, fontSize: 11, alignment: 'center' },
      ],
      absolutePosition: at(height - 12),
    },
  ]
}
