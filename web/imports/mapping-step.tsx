import { useRef, useState } from 'react'
import { type AnyMapping, type ImportColumn, missingIn } from '#shared/imports/columns.ts'
import type { Import } from '#shared/imports/api.ts'
import { useCheckImport } from './import-actions.ts'
import { useImportKind } from './import-kind.tsx'
import { MappingRow } from './mapping-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

const groups = ['Needed', 'Required for new records', 'Optional'] as const
type Group = (typeof groups)[number]
const groupOf = ({ required, forNew }: ImportColumn): Group =>
  required ? 'Needed' : forNew ? 'Required for new records' : 'Optional'

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Maps the columns of the file: matched by name where possible, else chosen by the user. */
export function MappingStep({ found, onDone }: { found: Import; onDone: () => void }) {
  const [mapping, setMapping] = useState<AnyMapping>(found.mapping)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const check = useCheckImport({ errors: 'page', onSuccess: onDone })
  const { columns: set } = useImportKind()
  const missing = missingIn(set, mapping)

  function submit() {
    setTried(true)
    if (missing.length > 0) return form.current?.querySelector<HTMLElement>(`[name="${missing[0]}"]`)?.focus()
    const whole = Object.fromEntries(set.keys.map((key) => [key, mapping[key] ?? '']))
    check.submit({ params: { id: found.id }, body: { mapping: whole } })
  }
  const rows = (group: Group) =>
    set.keys.flatMap((key) => {
      const shown = set.columns[key]
      if (!shown || groupOf(shown) !== group) return []
      return (
        <MappingRow
          key={key}
          column={key}
          shown={shown}
          found={found}
          chosen={mapping[key] ?? ''}
          error={errorOf(key)}
          onChoose={(name) => setMapping(({ [key]: _before, ...rest }) => (name ? { ...rest, [key]: name } : rest))}
        />
      )
    })
  const errorOf = (key: string) =>
    check.error?.fields[`mapping.${key}`] ?? (isTried && missing.includes(key) ? 'Choose a column' : undefined)

  return (
    <form
      ref={form}
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Card
        title={found.fileName}
        help={`${counted(found.rows, 'row')} in ${counted(found.columns.length, 'column')}; read as ${found.encoding}${found.encoding.startsWith('the sheet') ? '' : `, separated by ${delimiterNames[found.delimiter] ?? found.delimiter}`}.`}
      >
        <p className="text-secondary">
          {missing.length === 0
            ? 'All required columns were found. Review them, then check the file.'
            : `${missing.length === 1 ? 'One required column has' : `${missing.length} required columns have`} not been matched. Choose from the columns of your file.`}
        </p>
      </Card>
      {groups.map((group) => {
        const shown = rows(group)
        return (
          shown.length > 0 && (
            <Card key={group} title={group} flush>
              <ul>{shown}</ul>
            </Card>
          )
        )
      })}
      {check.error && Object.keys(check.error.fields).length === 0 && <Notice tone="bad" title={check.error.message} />}
      <SaveBar note={isTried && missing.length > 0 ? `${missing.length} still to choose` : undefined}>
        {found.state !== 'uploaded' && <Button onClick={onDone}>Back</Button>}
        <Button type="submit" variant="primary" busy={check.isPending}>
          Check the file
        </Button>
      </SaveBar>
    </form>
  )
}
