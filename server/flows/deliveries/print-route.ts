import { Refusal } from '#shared/http/refusal.ts'
import type { RouteDocumentKind } from '#shared/logistics/routes/documents-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { renderDocument } from '#server/documents/draw-document.ts'
import { loadList, packagesOfRoute, routeSheet } from '#server/logistics/routes/route-documents.ts'
import { getRoute } from '#server/logistics/routes/route-view.ts'
import { getSettings } from '#server/settings/settings.ts'
import { drawShipments } from './print-shipments.ts'

/** A document of a route as a file. Throws NOT_FOUND, and NOT_READY while it has no stops. */
export async function drawRoute(
  db: Db | Tx,
  id: string,
  kind: RouteDocumentKind,
): Promise<{ name: string; content: Buffer }> {
  const route = await getRoute(db, id)
  const shipments = route.routeStops.map(({ shipment }) => shipment.id)
  if (shipments.length === 0) throw new Refusal('NOT_READY', 'The route has no stops yet.')
  const name = `${kind}-${route.number}.pdf`
  if (kind === 'delivery-notes') {
    return { name, content: (await drawShipments(db, shipments, 'delivery-note')).content }
  }
  const { company, timeZone } = await getSettings(db)
  const content =
    kind === 'route-sheet' ? routeSheet(route, timeZone) : loadList(route, await packagesOfRoute(db, id), timeZone)
  return { name, content: await renderDocument(content, company) }
}
