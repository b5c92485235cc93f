import { useState } from 'react'
import type { Import, ImportProblem } from '#shared/imports/api.ts'
import { missingName } from '#shared/imports/missing-name.ts'
import { CategoryDialog } from '#web/inventory/public/category-dialog.tsx'
import { LocationDialog } from '#web/inventory/public/location-dialog.tsx'
import { SupplierDialog } from '#web/crm/public/supplier-dialog.tsx'
import { useCheckImport } from './import-actions.ts'
import { useImportKind } from './import-kind.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

const dialogs = { category: CategoryDialog, supplier: SupplierDialog, location: LocationDialog }
type Kind = keyof typeof dialogs
type Missing = { key: string; kind: Kind; name: string }

const kinds = Object.keys(dialogs) as Kind[]
const keyOf = (kind: Kind, name: string) => `${kind} ${name.toLowerCase()}`

/** The names in the file that don't exist, each once, in the order of the rows. Only the first problems are known. */
function missingNames(problems: readonly ImportProblem[]): Missing[] {
  const found = problems.flatMap(({ message, value }) => {
    const kind = kinds.find((one) => message === missingName(one))
    return kind && value ? [{ key: keyOf(kind, value), kind, name: value }] : []
  })
  return [...new Map(found.map((one) => [one.key, one])).values()]
}

/** Lists categories, suppliers and locations that rows refer to and that don't exist yet, with buttons to add them. */
export function MissingNames({ found }: { found: Import }) {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<Missing>()
  const check = useCheckImport({ errors: 'page' })
  const { columns } = useImportKind()
  const [mayInventory, mayCrm] = [useCan('inventory.edit'), useCan('crm.edit')]
  const may = (kind: Kind) => (kind === 'supplier' ? mayCrm : mayInventory)
  const missing = missingNames(found.problems)
  if (missing.length === 0) return null
  const Dialog = open && dialogs[open.kind]
  const mapping = Object.fromEntries(columns.keys.map((key) => [key, found.mapping[key] ?? '']))
  return (
    <Card
      title="Not found"
      help="Names in the file that don’t exist yet. Add them, then check again."
      action={
        <Button
          variant={added.size > 0 ? 'primary' : 'secondary'}
          size="sm"
          busy={check.isPending}
          onClick={() => check.submit({ params: { id: found.id }, body: { mapping } })}
        >
          Check again
        </Button>
      }
    >
      {check.error && <Notice tone="bad" title={check.error.message} />}
      <ul aria-label="Not found" className="flex flex-col gap-2">
        {missing.map((one) => (
          <li key={one.key} className="flex min-h-9 items-center justify-between gap-3">
            <span className="min-w-0 break-words">
              {one.name} <span className="text-muted text-table">{one.kind}</span>
            </span>
            {may(one.kind) ? (
              <AddButton one={one} isAdded={added.has(one.key)} onAdd={() => setOpen(one)} />
            ) : (
              <span className="text-muted text-table">Ask an administrator to add it.</span>
            )}
          </li>
        ))}
      </ul>
      {open && Dialog && (
        <Dialog
          typed={open.name}
          onSaved={() => setAdded((before) => new Set([...before, open.key]))}
          close={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}

/** Stays after the name is added, because the focus returns to it. */
function AddButton({ one: { kind, name }, isAdded, onAdd }: { one: Missing; isAdded: boolean; onAdd: () => void }) {
  return (
    <Button
      size="sm"
      variant={isAdded ? 'ghost' : 'secondary'}
      aria-disabled={isAdded}
      aria-label={`${isAdded ? 'Added' : 'Add'} ${kind} ${name}`}
      onClick={isAdded ? undefined : onAdd}
    >
      {isAdded ? 'Added' : `Add ${kind}`}
    </Button>
  )
}
