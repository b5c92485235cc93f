import { routesApi } from '#shared/logistics/routes/api.ts'
import type { RouteRow } from '#shared/logistics/routes/route.ts'
import { call } from '#web/api/client.ts'
import type { BulkActionPrompt } from '#web/lists/bulk-action-dialog.tsx'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { useCan } from '#web/session/session.ts'

const reason = { label: 'Reason', required: true, maxLength: 500 } as const satisfies BulkActionPrompt

/** The bulk actions of the route list. */
export function useRouteBulkActions(): BulkActions<RouteRow> {
  const mayEdit = useCan('routes.edit')
  const mayDelete = useCan('routes.delete')
  return {
    route: routesApi.listRoutes,
    nameOf: ({ number }) => number,
    one: 'route',
    many: 'routes',
    acts: [
      mayEdit && {
        label: 'Optimise',
        past: 'optimised',
        confirm: 'The stops of planned routes are put in the order with the least lateness, then the least driving.',
        act: ({ id }) =>
          call(routesApi.optimiseRoute, { params: { id }, query: {}, body: { budgetMs: 500 } }, { quiet: true }),
      },
      mayEdit && {
        label: 'Cancel routes',
        past: 'cancelled',
        question: reason,
        act: ({ id }, key, why) =>
          call(routesApi.cancelRoute, { params: { id }, body: { reason: why } }, { quiet: true, idempotencyKey: key }),
      },
      mayDelete && {
        label: 'Delete',
        danger: true,
        deletes: 'route',
        confirm:
          'Routes that have started are kept and listed. The shipments of the others are ready to be planned again.',
        act: ({ id }, key) => call(routesApi.deleteRoute, { params: { id } }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}
