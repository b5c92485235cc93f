import { Link } from 'react-router'
import type { duplicateReasons } from '#shared/crm/partners/merge-api.ts'
import { MissingPart } from '#web/api/missing-parts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Duplicates } from './use-duplicates.ts'

const reasons: Record<(typeof duplicateReasons)[number], string> = {
  name: 'similar name',
  email: 'the same email',
  phone: 'the same phone',
  taxNumber: 'the same tax number',
}

type DuplicatesNoticeProps = {
  title?: string
  /** "customers". */
  many: string
  duplicates: Duplicates
  pathOf: (id: string) => string
  onOpen: () => void
}

/** Existing records that may be duplicates of the one being added, each with a link. */
export function DuplicatesNotice(props: DuplicatesNoticeProps) {
  const { title = 'Possible duplicates', many, duplicates, pathOf, onOpen } = props
  if (duplicates.found.length === 0) return <MissingPart what={`similar ${many}`} read={duplicates.read} />
  return (
    <Notice tone="warn" title={title}>
      <ul className="flex flex-col gap-1">
        {duplicates.found.map(({ id, name, about, by }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 [&_a]:link">
            <span>
              <span className="font-medium">{name}</span>
              {about && `, ${about}`}: {by.map((reason) => reasons[reason]).join(', ')}.
            </span>
            <Link to={pathOf(id)} onClick={onOpen}>
              Open existing
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
