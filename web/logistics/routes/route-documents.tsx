import { Printer } from 'lucide-react'
import { routeDocumentsApi, routeDocumentNames, routeDocumentKinds } from '#shared/logistics/routes/documents-api.ts'
import { addressOf } from '#web/api/address.ts'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** The documents of a route, each as a PDF. */
export function RouteDocuments({ id, isEmpty }: { id: string; isEmpty: boolean }) {
  if (isEmpty) return null
  return (
    <>
      {routeDocumentKinds.map((kind) => (
        <MenuItem key={kind} asChild>
          <a href={addressOf(routeDocumentsApi.printRoute, { params: { id, kind } })} download>
            <Printer aria-hidden />
            {routeDocumentNames[kind]}
          </a>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}
