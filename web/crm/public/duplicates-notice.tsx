import { Link } from 'react-router'
import type { Duplicate, duplicateReasons } from '#shared/crm/partners/merge-api.ts'
import { Notice } from '#web/ui/notice.tsx'

const reasons: Record<(typeof duplicateReasons)[number], string> = {
  name: 'similar name',
  email: 'the same email',
  phone: 'the same phone',
  taxNumber: 'the same tax number',
}

type DuplicatesNoticeProps = {
  title?: string
  duplicates: readonly Duplicate[]
  pathOf: (id: string) => string
  onOpen: () => void
}

/** Who is here already and may be the one that is being added, with the way to each. */
export function DuplicatesNotice({ title = 'Possible duplicates', duplicates, pathOf, onOpen }: DuplicatesNoticeProps) {
  if (duplicates.length === 0) return null
  return (
    <Notice tone="warn" title={title}>
      <ul className="flex flex-col gap-1">
        {duplicates.map(({ id, name, about, by }) => (
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
