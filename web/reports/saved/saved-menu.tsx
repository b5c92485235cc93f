import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { exportRight } from '#shared/reports/report.ts'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import type { RangeState } from '../public/range-state.ts'
import type { Report } from '../use-report.ts'
import { SaveDialog } from './save-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'

/** The saved variants of a report, and saving the current one. `by`: the dimension of its export. */
export function SavedMenu({ report, state, by }: { report: Report; state: RangeState; by?: string | undefined }) {
  const maySchedule = useCan(exportRight)
  const [isSaving, setSaving] = useState(false)
  const saved = useApiQuery(savedReportsApi.listSaved, { query: { report: report.name } }, { aside: 'saved reports' })
  const create = useApiMutation(savedReportsApi.createSaved, {
    errors: 'page',
    onSuccess: ({ name }) => {
      setSaving(false)
      toast.success(`Report “${name}” saved`)
    },
  })
  const rows = saved.data?.data ?? []
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Saved reports" variant="secondary">
            <Bookmark aria-hidden />
          </IconButton>
        }
      >
        {rows.length > 0 && <MenuHeading>Saved</MenuHeading>}
        {rows.map((row) => (
          <MenuItem key={row.id} asChild>
            <Link to={row.path}>{row.isOwn ? row.name : `${row.name} (${row.owner})`}</Link>
          </MenuItem>
        ))}
        {rows.length > 0 && <MenuLine />}
        <MenuItem onSelect={() => setSaving(true)}>Save this report…</MenuItem>
        <MenuItem asChild>
          <Link to={paths.savedReports}>{maySchedule ? 'Saved reports and schedules' : 'Saved reports'}</Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to={paths.allReports}>All reports</Link>
        </MenuItem>
      </Menu>
      {isSaving && (
        <SaveDialog
          title={`Save ${report.label}`}
          initial={{ name: '', isShared: false }}
          busy={create.isPending}
          error={create.error}
          onSubmit={(named) =>
            create.submit({ body: { ...named, report: report.name, query: { ...state.query, ...(by && { by }) } } })
          }
          close={() => {
            create.reset()
            setSaving(false)
          }}
        />
      )}
    </>
  )
}
