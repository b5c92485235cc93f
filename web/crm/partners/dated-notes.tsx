import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { type PartnerKindName, type PartnerNote, partnersApi, partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { useCan, useUser } from '#web/session/session.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The rows of the first page, and of each further one. */
const firstRows = 5
const moreRows = 50

type DatedNotesProps = { kind: PartnerKindName; ownerId: string }

/** The dated notes about a customer or supplier; users can edit only their own. */
export function DatedNotes({ kind, ownerId }: DatedNotesProps) {
  const mayView = useCan('crm.view')
  const mayEdit = useCan('crm.edit')
  const notes = useApiPages(
    partsOfKind[kind].listNotes,
    { params: { id: ownerId } },
    { first: firstRows, more: moreRows, enabled: mayView },
  )
  const [isWriting, setWriting] = useState(false)
  const [edited, setEdited] = useState<string>()
  const question = useLeaveGuard(isWriting || edited !== undefined)
  const { rows, error, isFetching, refetch } = notes
  if (!mayView) return null
  return (
    <Card title="Notes">
      {question}
      <div className="flex flex-col gap-4">
        {mayEdit && <NewNote kind={kind} ownerId={ownerId} onWriting={setWriting} />}
        {!rows && !error && <SkeletonText lines={3} />}
        {!rows && error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
        {rows && rows.length === 0 && <p className="text-muted text-sm">No notes yet.</p>}
        {rows && rows.length > 0 && (
          <ul aria-label="Notes" className="flex flex-col gap-4">
            {rows.map((note) => (
              <OneNote
                key={note.id}
                note={note}
                mayEdit={mayEdit}
                onEditing={(isEdited) => setEdited(isEdited ? note.id : undefined)}
              />
            ))}
          </ul>
        )}
        <ShowMore pages={notes} className="self-start" />
      </div>
    </Card>
  )
}

function NewNote({ kind, ownerId, onWriting }: DatedNotesProps & { onWriting: (isWriting: boolean) => void }) {
  const { addNote } = partsOfKind[kind]
  const [text, setText] = useState('')
  function write(next: string) {
    setText(next)
    onWriting(next.trim() !== '')
  }
  const add = useApiMutation(addNote, {
    onSuccess: () => {
      write('')
      toast.success('Note added')
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) add.submit({ params: { id: ownerId }, body: { text } })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 print:hidden">
      <TextAreaField
        label="New note"
        hideLabel
        rows={2}
        maxLength={4000}
        placeholder="What was said or agreed…"
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <Button type="submit" size="sm" className="self-start" busy={add.isPending} disabled={text.trim() === ''}>
        Add note
      </Button>
    </form>
  )
}

type OneNoteProps = {
  note: PartnerNote
  mayEdit: boolean
  onEditing: (isEdited: boolean) => void
}

function OneNote({ note, mayEdit, onEditing }: OneNoteProps) {
  const { id: userId } = useUser()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const isOwn = mayEdit && note.author.id === userId
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-2 text-table">
        <span className="font-medium">{note.author.name}</span>
        <span className="text-muted">
          <RelativeTime at={note.createdAt} />
          {note.editedAt && ', edited'}
        </span>
        {isOwn && open !== 'edit' && (
          <span className="ml-auto flex">
            <IconButton size="sm" variant="ghost" label="Edit note" onClick={() => setOpen('edit')}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton size="sm" variant="ghost" label="Delete note" onClick={() => setOpen('delete')}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {open === 'edit' ? (
        <EditNote
          note={note}
          onEditing={onEditing}
          close={() => {
            onEditing(false)
            setOpen(undefined)
          }}
        />
      ) : (
        <p className="whitespace-pre-line text-pretty break-words text-secondary text-sm">{note.text}</p>
      )}
      {open === 'delete' && (
        <DeleteDialog
          route={partnersApi.deleteNote}
          id={note.id}
          what="note"
          name="this note"
          close={() => setOpen(undefined)}
        >
          This cannot be undone. The original stays in the timeline.
        </DeleteDialog>
      )}
    </li>
  )
}

type EditNoteProps = Omit<OneNoteProps, 'mayEdit'> & { close: () => void }

function EditNote({ note, onEditing, close }: EditNoteProps) {
  const [opened] = useState(note)
  const [text, setText] = useState(note.text)
  const save = useApiMutation(partnersApi.updateNote, {
    onSuccess: () => {
      toast.success('Note saved')
      close()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) save.submit({ params: { id: opened.id }, body: { text }, version: opened.version })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextAreaField
        label="Note"
        hideLabel
        rows={3}
        maxLength={4000}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onEditing(event.target.value !== opened.text)
        }}
      />
      <span className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={save.isPending}>
          Save note
        </Button>
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
