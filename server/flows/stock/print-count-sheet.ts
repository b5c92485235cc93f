import { Refusal } from '#shared/http/refusal.ts'
import { sheetLines } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import type { Db } from '#server/db/database.ts'
import { renderPdf } from '#server/documents/render-pdf.ts'
import { countSheetLayout } from '#server/inventory/counts/count-sheet.ts'
import { getCount, listCountLines } from '#server/inventory/counts/count-view.ts'
import { getSettings } from '#server/settings/settings.ts'

/** The sheet of a count as a PDF. Throws NOT_FOUND, and NOT_READY while it has no lines, or too many for a sheet. */
export async function drawCountSheet(db: Db, id: string, now: Date): Promise<{ name: string; content: Buffer }> {
  const count = await getCount(db, id, now)
  if (count.lines.total === 0) throw new Refusal('NOT_READY', 'A count has its lines once it is started.')
  if (count.lines.total > sheetLines) {
    throw new Refusal(
      'LIMIT_REACHED',
      `A sheet has at most ${sheetLines.toLocaleString('en')} lines; count with the app, or zone by zone.`,
    )
  }
  const lines: CountLine[] = []
  let cursor: string | undefined
  do {
    const page = await listCountLines(db, id, { limit: 200, show: 'all', sort: 'place', ...(cursor && { cursor }) })
    lines.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const { company } = await getSettings(db)
  return { name: `${count.number}.pdf`, content: await renderPdf(countSheetLayout, [count, lines, company.name]) }
}
