import { Link } from 'react-router'

/** The labels of a customer or supplier; each links to the list filtered by it. */
export function PartnerLabels({ labels, list }: { labels: readonly string[]; list: string }) {
  if (labels.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="flex flex-wrap justify-end gap-1.5">
      {labels.map((label) => (
        <Link
          key={label}
          to={`${list}?${new URLSearchParams({ label })}`}
          className="rounded-sm bg-subtle px-1.5 text-xs"
        >
          {label}
        </Link>
      ))}
    </span>
  )
}
