import { labelLayouts } from '#shared/inventory/labels/label-layouts.ts'
import type { LabelPreview, LabelsInput } from '#shared/inventory/labels/api.ts'
import { zplOf } from '#server/inventory/labels/zpl.ts'
import type { Db } from '#server/db/database.ts'
import { renderPdf } from '#server/documents/render-pdf.ts'
import { codeText, labelContents } from '#server/inventory/labels/label-content.ts'
import { labelLayout } from '#server/inventory/labels/label-pdf.ts'
import { drawSymbol } from '#server/inventory/labels/label-symbol.ts'

/** Labels in the preview, the first ones. */
const previewed = 6

export async function previewLabels(
  db: Db,
  { labels, symbol }: Pick<LabelsInput, 'labels' | 'symbol'>,
): Promise<{ labels: LabelPreview[] }> {
  const contents = await labelContents(db, labels.slice(0, previewed))
  return {
    labels: await Promise.all(
      contents.map(async (one) => ({
        title: one.title,
        lines: one.lines,
        code: codeText(one),
        png: (await drawSymbol(one, symbol)).toString('base64'),
      })),
    ),
  }
}

/** The labels as a PDF or for a label printer. Throws INVALID for records that don't exist. */
export async function printLabels(db: Db, input: LabelsInput) {
  const contents = await labelContents(db, input.labels)
  if (input.format === 'pdf') {
    const content = await renderPdf(labelLayout, [contents, input])
    return { name: 'labels.pdf', type: 'application/pdf', content }
  }
  const zpl = contents.map((one, at) =>
    zplOf({ ...one, copies: input.labels[at]?.copies ?? 1 }, labelLayouts[input.layout], input.symbol),
  )
  return { name: 'labels.zpl', type: 'text/plain; charset=utf-8', content: Buffer.from(`${zpl.join('\n')}\n`) }
}
