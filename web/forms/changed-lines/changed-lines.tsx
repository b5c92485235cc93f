import { Fragment, type ReactNode } from 'react'
import type { ChangedLine, ChangedTable } from './changed-tables.ts'

/** Lines to list before “and … more”; lines that this user has changed too are always listed. Never hides a single line. */
const shownLines = 6

/** Another user's changes to a table, line by line. Lines that this user has changed too come first. */
export function ChangedLines({ field, table }: { field: string; table: ChangedTable }) {
  const { lines, isMoved, isMovedToo, isReplaced } = table
  const [both, others] = [lines.filter(({ mine }) => mine), lines.filter(({ mine }) => !mine)]
  const room = Math.max(shownLines - both.length, 0)
  const hidden = others.length > room + 1 ? others.length - room : 0
  const shown = [...both, ...others.slice(0, others.length - hidden)]
  return (
    <>
      {isReplaced && <Own>You changed them too. Overwrite replaces all of them with yours.</Own>}
      <ul aria-label={field} className="mt-1 flex flex-col gap-1 border-line border-l-2 pl-3">
        {shown.map((line, at) => (
          <li key={at}>
            <LineRow line={line} />
            {line.mine && <Own>{line.mine}</Own>}
          </li>
        ))}
        {hidden > 0 && <li className="text-secondary">and {hidden.toLocaleString()} more</li>}
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

function Own({ children }: { children: ReactNode }) {
  return <p className="text-warn text-xs">{children}</p>
}

const kindWords = { added: 'Added', removed: 'Removed' }

function LineRow({ line: { kind, name, detail, fields } }: { line: ChangedLine }) {
  if (kind !== 'changed')
    return (
      <p className="text-pretty">
        {kindWords[kind]}: <Name>{name}</Name>
        {detail && `, ${detail}`}
      </p>
    )
  // A line that is named by its only field, such as a value of an attribute.
  const isRenamed = fields.length === 1 && fields[0]?.was === name
  return (
    <p className="text-pretty">
      {!isRenamed && (
        <>
          <Name>{name}</Name>:{' '}
        </>
      )}
      {fields.map(({ label, was, is }, at) => (
        <Fragment key={label}>
          {at > 0 && ', '}
          {!isRenamed && `${inSentence(label)} `}
          <del className="text-muted">{was || nothing}</del>
          {'\u00a0'}
          <span aria-hidden>→</span>
          {'\u00a0'}
          <ins className="text-primary no-underline">{is || nothing}</ins>
        </Fragment>
      ))}
    </p>
  )
}

const Name = ({ children }: { children: string }) => <span className="font-medium">{children}</span>

/** A dash with a word joiner, so that the line doesn't break after it. */
const nothing = '–\u2060'

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
