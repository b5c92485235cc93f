import { Printer } from 'lucide-react'
import { routeDocumentsApi, routePaperNames, routePapers } from '#shared/logistics/routes/documents-api.ts'
import { addressOf } from '#web/api/address.ts'
import { MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** The papers of a route, each as a PDF. */
export function RouteDocuments({ id, isEmpty }: { id: string; isEmpty: boolean }) {
  if (isEmpty) return null
  return (
    <>
      {routePapers.map((paper) => (
        <MenuItem key={paper} asChild>
          <a href={addressOf(routeDocumentsApi.printRoute, { params: { id, paper } })} download>
            <Printer aria-hidden />
            {routePaperNames[paper]}
          </a>
        </MenuItem>
      ))}
      <MenuLine />
    </>
  )
}
