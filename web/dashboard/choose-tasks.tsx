import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { type TaskName, tasks } from '#shared/reports/work-queue-api.ts'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { apiQuery } from '#web/api/query.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

type ChooseTasksProps = { may: readonly TaskName[]; chosen: readonly TaskName[]; close: () => void }

/** Which tasks the dashboard shows, and in which order; kept with the account. */
export function ChooseTasks({ may, chosen, close }: ChooseTasksProps) {
  const [order, setOrder] = useState(() => [...chosen, ...may.filter((task) => !chosen.includes(task))])
  const [shown, setShown] = useState<ReadonlySet<TaskName>>(() => new Set(chosen))
  const client = useQueryClient()
  const done = async () => {
    await client.invalidateQueries({ queryKey: apiQuery(listSettingsApi.getListSettings, {}).queryKey })
    close()
  }
  const save = useApiMutation(listSettingsApi.putListSettings, { onSuccess: () => void done() })
  const reset = useApiMutation(listSettingsApi.forgetListSettings, { onSuccess: () => void done() })
  const params = { list: 'dashboard-tasks' }
  const move = (at: number, by: number) => {
    const next = [...order]
    const [task] = next.splice(at, 1)
    if (task) next.splice(at + by, 0, task)
    setOrder(next)
  }
  const toggle = (task: TaskName) => {
    const next = new Set(shown)
    if (!next.delete(task)) next.add(task)
    setShown(next)
  }
  return (
    <Dialog open onOpenChange={close} title="Choose tasks" description="What “Today” shows you, in this order.">
      <DialogBody>
        <ul className="flex flex-col">
          {order.map((task, at) => (
            <li key={task} className="flex items-center gap-2 border-line border-b py-1 last:border-0">
              <label className="flex min-h-9 min-w-0 flex-1 items-center gap-2">
                <input type="checkbox" checked={shown.has(task)} onChange={() => toggle(task)} />
                {tasks[task].label}
              </label>
              <IconButton
                size="sm"
                label={`Move ${tasks[task].label} up`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                size="sm"
                label={`Move ${tasks[task].label} down`}
                disabled={at === order.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" busy={reset.isPending} onClick={() => reset.submit({ params })}>
          Reset
        </Button>
        <Button
          variant="primary"
          busy={save.isPending}
          onClick={() =>
            save.submit({ params, body: { columns: order.filter((task) => shown.has(task)), compact: false } })
          }
        >
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
