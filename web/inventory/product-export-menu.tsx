import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Call } from '#shared/http/route.ts'
import { exportJobsApi, mostRowsAtOnce } from '#shared/inventory/export-jobs-api.ts'
import { productListApi } from '#shared/inventory/product-list-api.ts'
import { addressOf } from '#web/api/address.ts'
import { ExportMenu } from '#web/api/export-menu.tsx'
import { isBeingMade, sizeOf, watchExport } from '#web/api/export-watch.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type Query = NonNullable<Call<(typeof productListApi.exportProducts)['spec']>['query']>
type ProductExportMenuProps = {
  /** The list's search, filters and order. */
  choice: Query
  shown: readonly string[]
  /** How many rows the list has, as far as they were counted. */
  total: number
}

/** The products of a list as a file; a long one is made in the background, and stays here for a day. */
export function ProductExportMenu({ choice, shown, total }: ProductExportMenuProps) {
  const client = useQueryClient()
  const jobs = useApiQuery(exportJobsApi.listExportJobs, {}, { untold: true })
  const start = useApiMutation(exportJobsApi.startExport, {
    invalidates: [exportJobsApi.listExportJobs],
    onSuccess: (job) => watchExport(job, client),
  })
  // After a reload the notice of what is being made comes back.
  useEffect(() => {
    for (const job of jobs.data?.data ?? []) if (isBeingMade(job)) watchExport(job, client)
  }, [jobs.data, client])
  const ready = jobs.data?.data.filter(({ state }) => state === 'done').slice(0, 3) ?? []
  return (
    <ExportMenu
      to={(more) => addressOf(productListApi.exportProducts, { query: { ...choice, ...more } })}
      {...(total > mostRowsAtOnce && { begin: (more: Query) => start.submit({ body: { ...choice, ...more } }) })}
      shown={shown}
    >
      {ready.length > 0 && (
        <>
          <MenuLine />
          <MenuHeading>Ready to download</MenuHeading>
          {ready.map(({ id, fileName, rows, bytes }) => (
            <MenuItem key={id} asChild>
              <a href={addressOf(exportJobsApi.downloadExport, { params: { id } })} download>
                {fileName}, {rows.toLocaleString('en')} rows, {sizeOf(bytes)}
              </a>
            </MenuItem>
          ))}
        </>
      )}
    </ExportMenu>
  )
}
