import { Bookmark, Check, ChevronDown, type LucideIcon, RotateCcw, Save } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ListChoice } from '#shared/settings/list-settings-api.ts'
import { listViewsApi, type SavedListView } from '#shared/settings/list-views-api.ts'
import type { SavedViews } from './use-saved-views.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ViewDialog, type ViewRole, type ViewLabels } from './view-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type ViewMenuProps = {
  views: SavedViews
  /** The list's current columns, if not the default: saved with a new view. */
  choice: ListChoice | null
}
const { createView, updateView, deleteView, setDefaultView } = listViewsApi

/** Menu of saved views: open, save, rename, share, duplicate, delete, set as default. */
export function ViewMenu({ views, choice }: ViewMenuProps) {
  const { list, all, active, isChanged, query, openView, settle, standard, activeStandard } = views
  const shownName = active?.name ?? activeStandard?.name
  const [dialog, setDialog] = useState<'save' | 'edit' | 'duplicate' | 'delete'>()
  const close = () => setDialog(undefined)
  const create = useApiMutation(createView, {
    errors: 'page',
    onSuccess: (view) => {
      close()
      openView(view)
      toast.success(`View “${view.name}” saved`)
    },
  })
  const update = useApiMutation(updateView, {
    errors: dialog === 'edit' ? 'page' : 'toast',
    onSuccess: (view) => {
      close()
      settle()
      toast.success(`View “${view.name}” saved`)
    },
  })
  const remove = useApiMutation(deleteView, {
    onSuccess: () => {
      close()
      openView(null)
      toast.success('View deleted')
    },
  })
  const setDefault = useApiMutation(setDefaultView)
  const own = all.filter(({ isOwn }) => isOwn)
  const shared = all.filter(({ isOwn }) => !isOwn)
  const currentContent = { query, choice: active ? views.choice : choice }

  function submit(words: ViewLabels) {
    if (dialog === 'edit' && active)
      update.submit({ params: { id: active.id }, version: active.version, body: { ...words, content: active.content } })
    else
      create.submit({
        body: { list, ...words, content: dialog === 'duplicate' && active ? active.content : currentContent },
      })
  }
  return (
    <>
      {active && isChanged && (
        <div className="flex items-center gap-1 text-table max-2xl:gap-0">
          <span role="status" className="text-muted max-2xl:sr-only">
            Unsaved changes
          </span>
          {active.isOwn ? (
            <Button
              size="sm"
              variant="ghost"
              className="max-2xl:px-1.5"
              busy={update.isPending && dialog === undefined}
              onClick={() =>
                update.submit({
                  params: { id: active.id },
                  version: active.version,
                  body: { name: active.name, sharedWith: rolesOf(active), content: currentContent },
                })
              }
            >
              <Narrow icon={Save}>Save</Narrow>
            </Button>
          ) : (
            <Button size="sm" variant="ghost" className="max-2xl:px-1.5" onClick={() => setDialog('save')}>
              <Narrow icon={Save}>Save as…</Narrow>
            </Button>
          )}
          <Button size="sm" variant="ghost" className="max-2xl:px-1.5" onClick={() => openView(active)}>
            <Narrow icon={RotateCcw}>Reset</Narrow>
          </Button>
        </div>
      )}
      <Menu
        trigger={
          <Button
            variant="secondary"
            aria-label={shownName ? `View: ${shownName}` : 'Views'}
            className="md:max-2xl:gap-1 md:max-2xl:px-1.5"
          >
            <Bookmark aria-hidden />
            <span
              className={cn(
                'max-w-40 truncate',
                isChanged ? 'md:max-2xl:max-w-16' : 'md:max-2xl:max-w-24',
                !shownName && 'max-2xl:hidden',
              )}
            >
              {shownName ?? 'Views'}
            </span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {standard.length > 0 && <MenuHeading>Standard views</MenuHeading>}
        {standard.map((view) => (
          <MenuItem
            key={view.name}
            icon={<Check aria-hidden className={view === activeStandard ? '' : 'invisible'} />}
            aria-current={view === activeStandard || undefined}
            onSelect={() => views.lookAtStandard(view)}
          >
            {view.name}
          </MenuItem>
        ))}
        {own.length > 0 && <MenuHeading>Your views</MenuHeading>}
        {own.map((view) => (
          <ViewItem key={view.id} view={view} isActive={view.id === active?.id} onOpen={openView} />
        ))}
        {shared.length > 0 && <MenuHeading>Shared with you</MenuHeading>}
        {shared.map((view) => (
          <ViewItem key={view.id} view={view} isActive={view.id === active?.id} onOpen={openView} />
        ))}
        {(all.length > 0 || standard.length > 0) && <MenuLine />}
        <MenuItem onSelect={() => setDialog('save')}>Save as a new view…</MenuItem>
        {activeStandard && <MenuItem onSelect={() => openView(null)}>Close view</MenuItem>}
        {active && (
          <>
            <MenuItem
              onSelect={() =>
                setDefault.submit({ params: { list }, body: { view: active.isDefault ? null : active.id } })
              }
            >
              {active.isDefault ? 'Don’t use as default' : 'Use as default'}
            </MenuItem>
            {active.isOwn && <MenuItem onSelect={() => setDialog('edit')}>Rename or share…</MenuItem>}
            <MenuItem onSelect={() => setDialog('duplicate')}>Duplicate…</MenuItem>
            <MenuItem onSelect={() => openView(null)}>Close view</MenuItem>
            {active.isOwn && (
              <MenuItem danger onSelect={() => setDialog('delete')}>
                Delete view…
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {dialog && dialog !== 'delete' && (
        <ViewDialog
          title={dialog === 'edit' ? 'Rename or share view' : dialog === 'duplicate' ? 'Duplicate view' : 'Save view'}
          submitLabel="Save view"
          initial={
            dialog === 'save' || !active
              ? { name: '', sharedWith: [] }
              : dialog === 'edit'
                ? { name: active.name, sharedWith: rolesOf(active) }
                : { name: `Copy of ${active.name}`.slice(0, 60), sharedWith: [] }
          }
          busy={create.isPending || update.isPending}
          error={dialog === 'edit' ? update.error : create.error}
          onSubmit={submit}
          close={() => {
            create.reset()
            update.reset()
            close()
          }}
        />
      )}
      {dialog === 'delete' && active && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && close()}
          title={`Delete the view “${active.name}”?`}
          confirmLabel="Delete view"
          busy={remove.isPending}
          onConfirm={() => remove.submit({ params: { id: active.id } })}
        >
          {active.sharedWith.length > 0
            ? 'It is deleted for everyone it is shared with. The records are kept.'
            : 'The records are kept. A deleted view cannot be restored.'}
        </ConfirmDialog>
      )}
    </>
  )
}

/** A button label that becomes an icon where the row is narrow. */
function Narrow({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <span title={children}>
      <Icon aria-hidden className="2xl:hidden" />
      <span className="max-2xl:sr-only">{children}</span>
    </span>
  )
}

const rolesOf = (view: SavedListView) => view.sharedWith.filter((role): role is ViewRole => role !== 'customer')

type ViewItemProps = { view: SavedListView; isActive: boolean; onOpen: (view: SavedListView) => void }

function ViewItem({ view, isActive, onOpen }: ViewItemProps) {
  const notes = [
    view.isDefault && 'default',
    view.isOwn && view.sharedWith.length > 0 && 'shared',
    !view.isOwn && `by ${view.owner}`,
  ]
  return (
    <MenuItem
      icon={<Check aria-hidden className={isActive ? '' : 'invisible'} />}
      aria-current={isActive || undefined}
      reason={notes.filter(Boolean).join(', ') || undefined}
      onSelect={() => onOpen(view)}
    >
      {view.name}
    </MenuItem>
  )
}
