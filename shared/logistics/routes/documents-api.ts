import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const routePapers = ['route-sheet', 'load-list', 'delivery-notes'] as const
export type RoutePaper = (typeof routePapers)[number]
export const routePaperNames: Record<RoutePaper, string> = {
  'route-sheet': 'Route sheet',
  'load-list': 'Load list',
  'delivery-notes': 'Delivery notes',
}

/** What a driver takes along on paper. */
export const routeDocumentsApi = {
  printRoute: route('GET /api/routes/:id/documents/:paper', {
    access: 'routes.view',
    summary:
      'The stops of a route in their order, its packages in the order of loading, or all its delivery notes as one PDF.',
    params: byId.extend({ paper: z.enum(routePapers) }),
    reply: null,
    download: 'application/pdf',
  }),
} as const
