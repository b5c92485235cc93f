import { Fragment, type ReactNode } from 'react'
import type { ChangedLine, ChangedTable } from './changed-tables.ts'

/** Lines to list before “and … more”; seven are listed in full, rather than “and 1 more”. */
const shownLines = 6

/** Another user's changes to a table, line by line. Lines that Overwrite would overwrite come first. */
export function ChangedLines({ field, table }: { field: string; table: ChangedTable }) {
  const { lines, isMoved, isMovedToo, isReplaced } = table
  const ordered = [...lines.filter(({ mine }) => mine), ...lines.filter(({ mine }) => !mine)]
  const shown = ordered.length > shownLines + 1 ? ordered.slice(0, shownLines) : ordered
  const hidden = ordered.slice(shown.length)
  const mineToo = hidden.filter(({ mine }) => mine).length
  return (
    <>
      {isReplaced && <Own>You changed them too. Overwrite replaces all of them with yours.</Own>}
      <ul aria-label={field} className="mt-1 flex flex-col gap-1 border-line border-l-2 pl-3">
        {shown.map((line, at) => (
          <li key={at}>
            <LineRow line={line} />
            {line.mine && <Own>{ownWords[line.mine]}</Own>}
          </li>
        ))}
        {hidden.length > 0 && (
          <li className="text-secondary">
            and {hidden.length.toLocaleString()} more
            {mineToo > 0 && <Own>You changed {mineToo.toLocaleString()} of them too. Overwrite saves yours.</Own>}
          </li>
        )}
        {isMoved && (
          <li>
            Rearranged
            {isMovedToo && <Own>You rearranged them too. Overwrite saves yours.</Own>}
          </li>
        )}
      </ul>
    </>
  )
}

const ownWords: Record<NonNullable<ChangedLine['mine']>, string> = {
  changed: 'You changed it too. Overwrite saves yours.',
  added: 'You added it too. Overwrite saves yours.',
  removed: 'You removed it. Overwrite removes it.',
}

function Own({ children }: { children: ReactNode }) {
  return <p className="text-warn text-xs">{children}</p>
}

const kindWords = { added: 'Added', removed: 'Removed' }

function LineRow({ line: { kind, name, detail, fields } }: { line: ChangedLine }) {
  if (kind !== 'changed')
    return (
      <p className="text-pretty">
        {kindWords[kind]}: {name}
        {kind === 'added' && detail && `, ${detail}`}
      </p>
    )
  return (
    <p className="text-pretty">
      {name}:{' '}
      {fields.map(({ label, was, is }, at) => (
        <Fragment key={label}>
          {at > 0 && ', '}
          {inSentence(label)} <del className="text-muted">{was || '–'}</del>
          {'\u00a0'}
          <span aria-hidden>→</span>
          {'\u00a0'}
          <ins className="text-primary no-underline">{is || '–'}</ins>
        </Fragment>
      ))}
    </p>
  )
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
