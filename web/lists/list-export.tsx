import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { exportJobsApi, maxIdsInAddress, maxImmediateRows } from '#shared/delivery/export-jobs-api.ts'
import { fileAddress } from '#shared/delivery/file-address.ts'
import { addressOf, searchOf } from '#web/api/address.ts'
import { type ExportChoice, ExportMenu } from './export-menu.tsx'
import { isBeingMade, sizeOf, watchExport } from './export-watch.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type ListExportProps = {
  /** The name of the list; also the file name. */
  list: string
  /** The list's search, filters and sort; limit and cursor are ignored. */
  query: Readonly<Record<string, unknown>>
  columns: readonly Pick<Column<never>, 'id' | 'exportedAs' | 'hideHeader'>[]
  /** Number of rows, as far as counted. */
  total: number
}

const useExportJobs = () => useApiQuery(exportJobsApi.listExportJobs, {}, { untold: true })

/** After a reload, shows the progress of running exports again. */
export function useRunningExports() {
  const client = useQueryClient()
  const jobs = useExportJobs()
  useEffect(() => {
    for (const job of jobs.data?.data ?? []) if (isBeingMade(job)) watchExport(job, client)
  }, [jobs.data, client])
}

/** Exports a list; a long one as a background job, whose file stays in this menu for a day. */
export function ListExport({ list, query, columns, total }: ListExportProps) {
  const client = useQueryClient()
  const jobs = useExportJobs()
  const start = useApiMutation(exportJobsApi.startExport, {
    onSuccess: (job) => watchExport(job, client),
  })
  const { limit: _, cursor: __, ...choice } = query
  const ready = jobs.data?.data.filter(({ state }) => state === 'done').slice(0, 3) ?? []
  const begin = (more: ExportChoice) => start.submit({ body: { list, query: paramsOf({ ...choice, ...more }) } })
  return (
    <ExportMenu
      to={(more) => `${fileAddress(list)}?${searchOf({ ...choice, ...more })}`}
      {...(total > maxImmediateRows && { begin })}
      shown={columns.flatMap(({ id, exportedAs, hideHeader }) => (hideHeader ? [] : (exportedAs ?? [id])))}
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

type SelectedExportProps = Pick<ListExportProps, 'list' | 'query'> & { ids: readonly string[] }

/** Exports the selected rows, with all columns. */
export function SelectedExport({ list, query, ids }: SelectedExportProps) {
  const client = useQueryClient()
  const start = useApiMutation(exportJobsApi.startExport, { onSuccess: (job) => watchExport(job, client) })
  const { limit: _, cursor: __, ...choice } = query
  const chosen = { ...choice, ids: ids.join(',') }
  if (ids.length > maxIdsInAddress)
    return (
      <Button
        size="sm"
        busy={start.isPending}
        onClick={() => start.submit({ body: { list, query: paramsOf(chosen) } })}
      >
        Export selected
      </Button>
    )
  return (
    <Button asChild size="sm">
      <a href={`${fileAddress(list)}?${searchOf(chosen)}`} download>
        Export selected
      </a>
    </Button>
  )
}

/** The defined parameters of a list's query, as strings for a URL. */
const paramsOf = (query: Readonly<Record<string, unknown>>) => Object.fromEntries(new URLSearchParams(searchOf(query)))
