import {
  Children,
  Fragment,
  isValidElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { parseDocumentNumber } from '#shared/codes/document-number.ts'
import { cn } from './class-names.ts'
import { unbrokenNumbers } from './table/unbroken-numbers.tsx'

/** The id of the page's heading: the router moves the focus there when a page opens. */
export const pageTitleId = 'page-title'

export type PageHeaderProps = {
  title: string
  /** A StatusBadge beside the title. */
  status?: ReactNode
  /** One line under the title. */
  help?: ReactNode
  /** A Breadcrumbs. */
  breadcrumbs?: ReactNode
  /** The one next step: a primary Button. */
  action?: ReactNode
  /** Everything else: a Menu, at most one secondary Button beside it. */
  menu?: ReactNode
  /** Below it all: the facts of a document. */
  children?: ReactNode
}

/** Headers whose action stands in the empty list below them. */
const withoutAction = new Set<Element>()
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** While a list has nothing yet, the page's action stands there alone: the header above drops its own. `place`: inside the list. */
export function useActionInList(place: RefObject<Element | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const page = isThere ? place.current?.closest('[data-list]')?.parentElement : null
    const header = page?.querySelector(':scope > [data-page-header]')
    if (!header) return
    withoutAction.add(header)
    notifyWatchers()
    return () => {
      withoutAction.delete(header)
      notifyWatchers()
    }
  }, [place, isThere])
}

/** The top of a page: what it is, how it stands, and the one thing to do next. */
export function PageHeader({ title, status, help, breadcrumbs, action: given, menu, children }: PageHeaderProps) {
  const header = useRef<HTMLElement>(null)
  const isInList = useSyncExternalStore(watch, () => header.current !== null && withoutAction.has(header.current))
  const action = isInList ? null : given
  return (
    <header ref={header} data-page-header className="flex flex-col gap-1">
      {breadcrumbs}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div data-page-name className={cn('min-w-0 flex-1', children ? 'basis-52' : 'basis-72')}>
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
            <h1
              id={pageTitleId}
              tabIndex={-1}
              className={cn(
                'wrap-anywhere min-w-0 text-balance font-semibold text-xl tracking-tight',
                // A hyphen is no place to break it.
                parseDocumentNumber(title) && 'whitespace-nowrap',
              )}
            >
              {unbrokenNumbers(title)}
            </h1>
            {status}
          </div>
          {help && <p className="wrap-anywhere max-w-180 text-pretty text-secondary">{help}</p>}
        </div>
        {(action || menu) && (
          <div data-chrome data-page-actions className="flex max-w-full flex-wrap items-center gap-2">
            {/* On a phone the next step comes first. */}
            <div data-page-menu className="flex flex-wrap items-center gap-2 empty:hidden max-md:order-last">
              {menu}
            </div>
            {action}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}

/** The way here: links from the outside in. Each child is a link. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  // A link that is not there (`order && <Link …>`) leaves no gap.
  const links = Children.toArray(children).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? Children.toArray(child.props.children)
      : [child],
  )
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex items-center gap-1.5 text-muted text-table [&_a:hover]:text-primary [&_a:hover]:underline [&_a]:block [&_a]:truncate [&_a]:leading-6 [&_a]:rounded-sm">
        {links.map((link, at) => (
          // a path has no other order
          <li
            key={at}
            className={cn('flex items-center gap-1.5', at === links.length - 1 ? 'min-w-0' : 'max-w-3/5 shrink-0')}
          >
            {at > 0 && <span aria-hidden>/</span>}
            <span className="min-w-0 truncate">{link}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
