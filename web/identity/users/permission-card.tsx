import { useState } from 'react'
import { toast } from 'sonner'
import { type Flag, flags, type Module, modules, roleDefaults } from '#shared/access/roles.ts'
import { type ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import { ConflictDialog } from '#web/forms/conflict-dialog.tsx'
import { savedVersionOf } from '#web/forms/form-refusal.ts'
import { useLatestStatus } from '#web/forms/latest-record.ts'
import { mergeEdits } from '#web/forms/merge-edits.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { PermissionTable } from './permission-table.tsx'
import { full, moduleNames } from './role-choice.ts'
import { roleNames } from '#shared/identity/role-names.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useCan, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

// Conflicts are resolved per module: Edit requires View, so the flags of a module belong together.
const areas = modules.map((module) => [module])
const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** The permissions of a user, by module. */
export function PermissionCard({ user, onReload }: { user: ListedUser; onReload: () => Promise<unknown> }) {
  const saved = full(user.permissions)
  const defaults = full(roleDefaults[user.role])
  const [edit, setEdit] = useState<{ chosen: typeof saved; base: typeof saved; version: number } | null>(null)
  // The user's unsaved choices take precedence over what others save meanwhile.
  if (edit && same(edit.chosen, saved)) setEdit(null)
  const { chosen, base, version: read } = edit ?? { chosen: saved, base: saved, version: user.version }
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<ReturnType<typeof savedVersionOf>>()
  const isSelf = useUser().id === user.id
  const isOwnAdmin = useUser().role === 'admin'
  const mayEdit = useCan('users.edit') && (user.role !== 'admin' || isOwnAdmin)
  const isDirty = !same(chosen, saved)
  const save = useApiMutation(usersApi.setPermissions, {
    errors: 'page',
    onSuccess: (fresh) => {
      const now = full(fresh.permissions)
      setEdit({ chosen: now, base: now, version: fresh.version })
      toast.success('Permissions saved')
    },
    onError: (error) => {
      const savedVersion = savedVersionOf(error)
      if (savedVersion) setConflict(savedVersion)
      else setProblem(error.message)
    },
  })
  const question = useLeaveGuard(isDirty && !save.isPending && !isSelf)
  const submit = (permissions: typeof saved, version: number) => {
    setProblem(undefined)
    setConflict(undefined)
    save.submit({ params: { id: user.id }, body: { permissions }, version })
  }
  const latestStatus = useLatestStatus(user.id, conflict?.version, user.version >= (conflict?.version ?? 0), onReload)
  const merged = mergeEdits(base, chosen, saved, areas)
  const changes = modules
    .filter((module) => !same(saved[module], base[module]))
    .map((module) => ({ field: moduleNames[module], isBoth: merged.both.includes(module) }))
  const change = (module: Module, flag: Flag, isOn: boolean) =>
    setEdit({ chosen: { ...chosen, [module]: { ...chosen[module], ...coupled(flag, isOn) } }, base, version: read })
  return (
    <Card
      title="Permissions"
      help={`${roleNames[user.role]}: role defaults are shown under each area.`}
      flush
      action={
        mayEdit && (
          <Button
            size="sm"
            disabled={same(chosen, defaults)}
            onClick={() => setEdit({ chosen: defaults, base, version: read })}
          >
            Reset to role defaults
          </Button>
        )
      }
    >
      <PermissionTable chosen={chosen} defaults={defaults} onChange={mayEdit ? change : undefined} />
      <div className="flex flex-col gap-3 border-line border-t p-5 max-md:p-4">
        {user.role === 'admin' && <p className="text-muted text-table">Administrators have access to every area.</p>}
        {problem && <Notice tone="bad">{problem}</Notice>}
        {mayEdit && (
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="mr-auto text-muted text-table">
              {isSelf ? 'These are your own permissions: saving signs you out.' : 'Saving signs the user out.'}
            </p>
            <Button variant="primary" disabled={!isDirty} busy={save.isPending} onClick={() => submit(chosen, read)}>
              Save permissions
            </Button>
          </div>
        )}
      </div>
      {question}
      <ConflictDialog
        open={conflict !== undefined}
        what="user"
        changes={changes}
        change={conflict?.change}
        latestStatus={latestStatus}
        onReload={() => {
          setConflict(undefined)
          setEdit(null)
          void onReload()
        }}
        onOverwrite={() => {
          setEdit({ chosen: merged.values, base: saved, version: user.version })
          submit(merged.values, user.version)
        }}
        onClose={() => setConflict(undefined)}
      />
    </Card>
  )
}

/** Edit and Delete require View; without View, both are off. */
function coupled(flag: Flag, isOn: boolean): Partial<Record<Flag, boolean>> {
  if (isOn) return { view: true, [flag]: true }
  return flag === 'view' ? Object.fromEntries(flags.map((each) => [each, false])) : { [flag]: false }
}
