import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const routeDocumentKinds = ['route-sheet', 'load-list', 'delivery-notes'] as const
export type RouteDocumentKind = (typeof routeDocumentKinds)[number]
export const routeDocumentNames: Record<RouteDocumentKind, string> = {
  'route-sheet': 'Route sheet',
  'load-list': 'Load list',
  'delivery-notes': 'Delivery notes',
}

/** Printed documents for drivers. */
export const routeDocumentsApi = {
  printRoute: route('GET /api/routes/:id/documents/:kind', {
    access: 'routes.view',
    summary:
      'The stops of a route in their order, its packages in the order of loading, or all its delivery notes as one PDF.',
    params: byId.extend({ kind: z.enum(routeDocumentKinds) }),
    reply: null,
    download: 'application/pdf',
  }),
} as const
